import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const memoryFolder = '/dev/shm'
const memoryNeeded = 4 * 1024 ** 3

/** A folder for everything that a run writes, which `TMPDIR` names from now on. */
export interface TestFolder {
  /** Deletes it. */
  remove(): void
  /** Sets `TMPDIR` to what it was before. */
  restoreTmpdir(): void
}

/** Creates it in `TMPDIR`, else in memory if there is room: a run commits thousands of small transactions, which then don't wait for the disk. */
export function createTestFolder(): TestFolder {
  const originalTmpdir = process.env['TMPDIR']
  const folder = mkdtempSync(join(originalTmpdir ?? (hasRoomInMemory() ? memoryFolder : tmpdir()), 'kontor-tests-'))
  // PostgreSQL runs as another user when the tests run as root: let it pass through.
  chmodSync(folder, 0o711)
  process.env['TMPDIR'] = folder
  return {
    // A server that is still stopping may write into the folder while it is deleted.
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }),
    restoreTmpdir: () => {
      if (originalTmpdir === undefined) delete process.env['TMPDIR']
      else process.env['TMPDIR'] = originalTmpdir
    },
  }
}

function hasRoomInMemory(): boolean {
  try {
    accessSync(memoryFolder, constants.W_OK)
    const { bavail, bsize } = statfsSync(memoryFolder)
    return bavail * bsize >= memoryNeeded
  } catch {
    return false
  }
}
