import { newId } from '#server/db/id.ts'
import { type FileHandle, mkdir, open, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'

/** Free disk space that an upload leaves for the database. */
const reservedDiskBytes = 256 * 1024 * 1024

/** The folder for uploaded files while a request or a job reads them. */
export const uploadsFolder = (dataFolder: string): string => join(dataFolder, 'uploads')

/** An upload could not be stored; `code` is the system's error code. */
export class UploadError extends Error {
  readonly code: string | undefined

  constructor({ code, message }: NodeJS.ErrnoException) {
    super(`An upload could not be kept: ${message}`)
    this.code = code
  }
}

/** Creates an empty file in the data folder. Creating and writing throw an `UploadError`, for example when the disk is nearly full. */
export async function createTempFile(dataFolder: string): Promise<TempFile> {
  const folder = uploadsFolder(dataFolder)
  const path = join(folder, newId())
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await assertDiskSpace(folder)
    return new TempFile(path, await open(path, 'wx', 0o600))
  } catch (error) {
    throw new UploadError(error as NodeJS.ErrnoException)
  }
}

async function assertDiskSpace(folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < reservedDiskBytes)
    throw Object.assign(new Error('less than 256 MB of the disk are free'), { code: 'ENOSPC' })
}

/** One uploaded file: written in chunks, then read. */
export class TempFile {
  readonly #path: string
  #handle: FileHandle | undefined

  constructor(path: string, handle: FileHandle) {
    this.#path = path
    this.#handle = handle
  }

  async write(bytes: Uint8Array): Promise<void> {
    try {
      for (let offset = 0; offset < bytes.length;)
        offset += (await this.#handle?.write(bytes, offset))?.bytesWritten ?? bytes.length
    } catch (error) {
      throw new UploadError(error as NodeJS.ErrnoException)
    }
  }

  /** Ends writing and returns the file's content, which can be read repeatedly. */
  async finish(): Promise<Blob> {
    await this.#close()
    return Bun.file(this.#path)
  }

  async remove(): Promise<void> {
    await this.#close()
    await rm(this.#path, { force: true })
  }

  async #close(): Promise<void> {
    const handle = this.#handle
    this.#handle = undefined
    await handle?.close()
  }
}
