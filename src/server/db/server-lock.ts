import { toFullDiskError } from '#server/db/full-disk.ts'
import { OpenError } from '#server/db/open-error.ts'
import { Database as BunDatabase } from 'bun:sqlite'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

/** Held by a server while it serves a data folder. The operating system releases it when the process ends, even when it is killed. */
export interface ServerLock {
  release(): void
}

/** Keeps the handles from being garbage collected, which would close them and release their locks. */
const openLocks = new Set<BunDatabase>()

/**
 * Allows one server per data folder; throws `OpenError` when another one holds the lock or the folder cannot be written. Commands that
 * may run next to the server (import, verify) do not take it.
 */
export function acquireServerLock(dataFolder: string): ServerLock {
  try {
    mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
    const lock = new BunDatabase(join(dataFolder, 'server.lock'), { readwrite: true, create: true })
    lock.run('begin exclusive')
    openLocks.add(lock)
    return {
      release: () => {
        openLocks.delete(lock)
        lock.close()
      },
    }
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    if (code?.startsWith('SQLITE_BUSY'))
      throw new OpenError(
        `Another Kontor server is using ${dataFolder}. Stop it, or set KONTOR_DATA to another folder.`,
      )
    throw (
      toFullDiskError(dataFolder, error) ??
      new OpenError(`Cannot write to the data folder ${dataFolder}: ${message}. Set KONTOR_DATA to a writable folder.`)
    )
  }
}
