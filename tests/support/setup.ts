/**
 * Runs before the test files (bunfig.toml). Everything a run writes goes into one folder that is deleted at its end; the services
 * it needs start with the first test that uses them and stop here.
 */
import { cleanUpRun } from '#tests/support/cleanup.ts'
import { afterAll } from 'bun:test'
import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const memoryFolder = '/dev/shm'
const memoryNeeded = 4 * 1024 ** 3

const originalTmpdir = process.env['TMPDIR']
const folder = mkdtempSync(join(originalTmpdir ?? (hasRoomInMemory() ? memoryFolder : tmpdir()), 'kontor-tests-'))
// PostgreSQL runs as another user when the tests run as root: let it pass through.
chmodSync(folder, 0o711)
process.env['TMPDIR'] = folder

const exitCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const
const stopRun = (signal: keyof typeof exitCodes): void => void cleanUp().finally(() => process.exit(exitCodes[signal]))
const signals = Object.keys(exitCodes) as (keyof typeof exitCodes)[]
for (const signal of signals) process.once(signal, stopRun)

afterAll(cleanUp, { timeout: Infinity })

async function cleanUp(): Promise<void> {
  for (const signal of signals) process.off(signal, stopRun)
  if (originalTmpdir === undefined) delete process.env['TMPDIR']
  else process.env['TMPDIR'] = originalTmpdir
  try {
    await cleanUpRun()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A run commits thousands of small transactions; in memory they don't wait for the disk. */
function hasRoomInMemory(): boolean {
  try {
    accessSync(memoryFolder, constants.W_OK)
    const { bavail, bsize } = statfsSync(memoryFolder)
    return bavail * bsize >= memoryNeeded
  } catch {
    return false
  }
}
