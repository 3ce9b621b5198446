import { newId } from '#server/db/id.ts'
import type { Kontor } from '#server/context.ts'
import type { AppEnv } from '#server/http/app-context.ts'
import type { MiddlewareHandler } from 'hono'
import { access, constants, type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Where uploaded files lie while a request reads them. */
const uploadsFolder = (dataFolder: string): string => join(dataFolder, 'uploads')

/** An upload could not be kept; `code` is the system's. */
export class UploadError extends Error {
  readonly code: string | undefined

  constructor({ code, message }: NodeJS.ErrnoException) {
    super(`An upload could not be kept: ${message}`)
    this.code = code
  }
}

/** The files that one request brings: not in memory but in the data folder, and gone with the request. */
export class TempUploads {
  readonly #folder: string
  readonly #files: TempFile[] = []
  #followed = false

  constructor(dataFolder: string) {
    this.#folder = uploadsFolder(dataFolder)
  }

  /** A new empty file. This and writing to it throw a `SpoolError`. */
  async create(): Promise<TempFile> {
    const path = join(this.#folder, newId())
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 })
      const file = new TempFile(path, await open(path, 'wx', 0o600))
      this.#files.push(file)
      return file
    } catch (error) {
      throw new UploadError(error as NodeJS.ErrnoException)
    }
  }

  /** The same body; the files stay until it has been read to its end, or nobody wants it any more. */
  retainUntilRead(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
    if (this.#files.length === 0) return body
    this.#followed = true
    const reader = body.getReader()
    let isCancelled = false
    return new ReadableStream({
      pull: async (controller) => {
        const { done, value } = await reader.read().catch(async (error: unknown) => {
          await this.#clear()
          throw error
        })
        if (!done) return controller.enqueue(value)
        // Whoever makes the body may still need the files: it is not at its end, but being told to stop.
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

  /** After the answer: the files go, unless a body that is still on its way needs them. */
  async release(): Promise<void> {
    if (!this.#followed) await this.#clear()
  }

  async #clear(): Promise<void> {
    await Promise.all(this.#files.splice(0).map((file) => file.remove()))
  }
}

/** One file of a spool, written piece by piece, then read. */
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

  /** What has been written, to be read as often as it is needed; nothing can be written from here on. */
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

/** Lets go of what a request brought, once it is answered. */
export const removeTempUploads =
  ({ log }: Kontor): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    await next()
    const ended = c.get('tempUploads')?.release()
    await ended?.catch((error: unknown) => log.warn('upload cleanup failed', { error: String(error) }))
  }

/** Makes sure of the folder for uploads; throws the system's error when it cannot be written. */
export async function ensureUploadsFolder(dataFolder: string): Promise<void> {
  await mkdir(uploadsFolder(dataFolder), { recursive: true, mode: 0o700 })
  await access(uploadsFolder(dataFolder), constants.W_OK)
}

/** Removes what crashes left behind: files that nothing has been written to for so long. */
export async function purgeStaleUploads(dataFolder: string, maxAgeMs: number): Promise<void> {
  const folder = uploadsFolder(dataFolder)
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const stats = await stat(path).catch(() => undefined)
    if (stats && stats.mtimeMs <= Date.now() - maxAgeMs) await rm(path, { recursive: true, force: true })
  }
}
