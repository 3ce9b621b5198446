import { ensureDataFolder, toFolderError } from '#server/db/data-folder.ts'
import { giveToOwnerOfFolder } from '#server/db/file-owner.ts'
import { OpenError } from '#server/db/open-error.ts'
import { Database as BunDatabase } from 'bun:sqlite'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Held by a server while it serves a data folder. The operating system releases it when the process ends, even when it is killed. */
export interface ServerLock {
  release(): void
}

/** Keeps the handles from being garbage collected, which would close them and release their locks. */
const openLocks = new Set<BunDatabase>()

/** A command that looks whether a server runs holds a shared lock for less than a millisecond. */
const busyTimeoutMs = 100

const lockPath = (dataFolder: string): string => join(dataFolder, 'server.lock')

const isBusy = (error: unknown): boolean => (error as { code?: string }).code?.startsWith('SQLITE_BUSY') ?? false

/** Whether a server serves a data folder now; true also if that cannot be found out. */
export function isServed(dataFolder: string): boolean {
  const path = lockPath(dataFolder)
  if (!existsSync(path)) return false
  try {
    using lock = new BunDatabase(path, { readonly: true })
    lock.query('select 1 from sqlite_schema').all()
    return false
  } catch {
    return true
  }
}

/** Throws `OpenError` if another process serves the data folder: its program may be older, and would not keep up what a migration adds. */
export function assertNotServedByOther(dataFolder: string): void {
  if (openLocks.size === 0 && isServed(dataFolder))
    throw new OpenError(
      `An older Kontor server is using ${dataFolder}, so the database cannot be updated for this version. Stop it first.`,
    )
}

/**
 * Allows one server per data folder; throws `OpenError` when another one holds the lock or the folder cannot be written. Commands that
 * may run next to the server (import, verify) do not take it.
 */
export function acquireServerLock(dataFolder: string): ServerLock {
  ensureDataFolder(dataFolder)
  try {
    const path = lockPath(dataFolder)
    const isNew = !existsSync(path)
    const lock = new BunDatabase(path, { readwrite: true, create: true })
    if (isNew) giveToOwnerOfFolder(path)
    lock.run(`pragma busy_timeout = ${busyTimeoutMs}`)
    lock.run('begin exclusive')
    openLocks.add(lock)
    return {
      release: () => {
        openLocks.delete(lock)
        lock.close()
      },
    }
  } catch (error) {
    if (isBusy(error))
      throw new OpenError(
        `Another Kontor server is using ${dataFolder}. Stop it, or set KONTOR_DATA to another folder.`,
      )
    throw toFolderError(dataFolder, error)
  }
}
