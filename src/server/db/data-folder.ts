import { createFolder } from '#server/db/file-owner.ts'
import { toFullDiskError } from '#server/db/full-disk.ts'
import { OpenError } from '#server/db/open-error.ts'
import { accessSync, constants } from 'node:fs'

/** Creates the data folder unless there is one; throws an `OpenError` that says why it cannot be written. */
export function ensureDataFolder(dataFolder: string): void {
  try {
    createFolder(dataFolder)
    accessSync(dataFolder, constants.W_OK)
  } catch (error) {
    throw toFolderError(dataFolder, error)
  }
}

/** What to tell the operator when a file in the data folder could not be created or written. */
export function toFolderError(dataFolder: string, error: unknown): OpenError {
  const { code, message } = error as NodeJS.ErrnoException
  const reason = /: ([^,]+),/.exec(message)?.[1] ?? message
  const advice =
    code === 'EACCES'
      ? 'Run Kontor as the user that owns it, or set KONTOR_DATA to another folder.'
      : 'Set KONTOR_DATA to a writable folder.'
  return (
    toFullDiskError(dataFolder, error) ??
    new OpenError(`Cannot write to the data folder ${dataFolder}: ${reason}. ${advice}`)
  )
}
