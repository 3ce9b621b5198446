import { OpenError } from '#server/db/open-error.ts'
import { statfsSync } from 'node:fs'

/** Error codes for a full disk, from SQLite, PostgreSQL and the operating system. */
export const fullDiskCodes: readonly unknown[] = ['SQLITE_FULL', '53100', 'ENOSPC', 'EDQUOT', 'EFBIG']

/** SQLite needs less to open a database. */
const neededBytes = 1_000_000

/**
 * What to tell the operator when a file in the data folder could not be written because its disk is full; undefined for other reasons. SQLite often says only
 * that reading or writing failed, so the disk is asked, too.
 */
export function toFullDiskError(dataFolder: string, error: unknown): OpenError | undefined {
  const code = String((error as { code?: unknown }).code)
  if (!fullDiskCodes.includes(code) && !(code.startsWith('SQLITE_IOERR') && getFreeBytes(dataFolder) < neededBytes))
    return undefined
  return createFullDiskError(dataFolder)
}

/** Throws an `OpenError` if the disk is nearly full: the smallest changes may still fit into space that the database file has, others do not. */
export function assertFreeSpace(dataFolder: string): void {
  if (getFreeBytes(dataFolder) < neededBytes) throw createFullDiskError(dataFolder)
}

const createFullDiskError = (dataFolder: string): OpenError =>
  new OpenError(
    `The disk of the data folder ${dataFolder} is full. Free some space on it, or set KONTOR_DATA to a folder on another disk.`,
  )

/** For users other than root. Infinity where the system cannot say. */
function getFreeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return Number.POSITIVE_INFINITY
  }
}
