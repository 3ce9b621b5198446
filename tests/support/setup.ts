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
const signals = Object.keys(exitCodes) as (keyof typeof exitCodes)[]
// Stays registered while cleaning up: `npm test` and a kill of the process group send the same signal more than once.
const stopRun = (signal: keyof typeof exitCodes): void =>
  void cleanUp()
    .catch(() => undefined)
    .finally(() => process.exit(exitCodes[signal]))
for (const signal of signals) process.on(signal, stopRun)

afterAll(
  async () => {
    await cleanUp()
    for (const signal of signals) process.off(signal, stopRun)
    if (originalTmpdir === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = originalTmpdir
  },
  { timeout: Infinity },
)

let cleanup: Promise<void> | undefined

/** Stops the services and deletes the folder, once. An interrupted test keeps running until then, so `TMPDIR` stays set. */
function cleanUp(): Promise<void> {
  cleanup ??= cleanUpRun().finally(() =>
    // A server that is still stopping may write into the folder while it is deleted.
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }),
  )
  return cleanup
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
