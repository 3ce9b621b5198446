import { newId } from '#server/db/id.ts'
import type { Kontor } from '#server/context.ts'
import type { AppEnv } from '#server/http/app-context.ts'
import { reservedDiskBytes } from '#server/http/limits.ts'
import type { MiddlewareHandler } from 'hono'
import { access, constants, type FileHandle, mkdir, open, readdir, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'

/** The folder for uploaded files while a request reads them. */
const uploadsFolder = (dataFolder: string): string => join(dataFolder, 'uploads')

/** An upload could not be stored; `code` is the system's error code. */
export class UploadError extends Error {
  readonly code: string | undefined

  constructor({ code, message }: NodeJS.ErrnoException) {
    super(`An upload could not be kept: ${message}`)
    this.code = code
  }
}

/** The uploaded files of one request: stored in the data folder instead of in memory, and deleted with the request. */
export class TempUploads {
  readonly #folder: string
  readonly #files: TempFile[] = []
  #isRetained = false

  constructor(dataFolder: string) {
    this.#folder = uploadsFolder(dataFolder)
  }

  /** Creates an empty file. Creating and writing throw an `UploadError`, for example when the disk is nearly full. */
  async create(): Promise<TempFile> {
    const path = join(this.#folder, newId())
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 })
      await assertDiskSpace(this.#folder)
      const file = new TempFile(path, await open(path, 'wx', 0o600))
      this.#files.push(file)
      return file
    } catch (error) {
      throw new UploadError(error as NodeJS.ErrnoException)
    }
  }

  /** Returns a body with the same content; the files are kept until it has been read to its end or cancelled. */
  retainUntilRead(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
    if (this.#files.length === 0) return body
    this.#isRetained = true
    const reader = body.getReader()
    let isCancelled = false
    return new ReadableStream({
      pull: async (controller) => {
        const { done, value } = await reader.read().catch(async (error: unknown) => {
          await this.#clear()
          throw error
        })
        if (!done) return controller.enqueue(value)
        // After a cancel, the producer may still need the files until `reader.cancel` resolves.
        if (isCancelled) return
        await this.#clear()
        controller.close()
      },
      cancel: async (reason) => {
        isCancelled = true
        await reader.cancel(reason)
        await this.#clear()
      },
    })
  }

  /** Called after the response: deletes the files, unless `retainUntilRead` keeps them for its body. */
  async release(): Promise<void> {
    if (!this.#isRetained) await this.#clear()
  }

  async #clear(): Promise<void> {
    await Promise.all(this.#files.splice(0).map((file) => file.remove()))
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

/** Middleware that releases a request's uploads after the response. */
export const removeTempUploads =
  ({ log }: Kontor): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    await next()
    const ended = c.get('tempUploads')?.release()
    await ended?.catch((error: unknown) => log.warn('upload cleanup failed', { error: String(error) }))
  }

/** Creates the uploads folder if needed; throws the system's error when it is not writable. */
export async function ensureUploadsFolder(dataFolder: string): Promise<void> {
  await mkdir(uploadsFolder(dataFolder), { recursive: true, mode: 0o700 })
  await access(uploadsFolder(dataFolder), constants.W_OK)
}

/** Deletes files left by a crash: those that have not been modified for `maxAgeMs`. */
export async function purgeStaleUploads(dataFolder: string, maxAgeMs: number): Promise<void> {
  const folder = uploadsFolder(dataFolder)
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const stats = await stat(path).catch(() => undefined)
    if (stats && stats.mtimeMs <= Date.now() - maxAgeMs) await rm(path, { recursive: true, force: true })
  }
}
