import type { Kontor } from '#server/context.ts'
import type { AppEnv } from '#server/http/app-context.ts'
import { createTempFile, type TempFile, uploadsFolder } from '#server/files/temp-file.ts'
import type { MiddlewareHandler } from 'hono'
import { access, constants, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** The uploaded files of one request: stored in the data folder instead of in memory, and deleted with the request. */
export class TempUploads {
  readonly #dataFolder: string
  readonly #files: TempFile[] = []
  #isRetained = false

  constructor(dataFolder: string) {
    this.#dataFolder = dataFolder
  }

  /** Creates an empty file. Creating and writing throw an `UploadError`, for example when the disk is nearly full. */
  async create(): Promise<TempFile> {
    const file = await createTempFile(this.#dataFolder)
    this.#files.push(file)
    return file
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

/** No running request keeps an upload this long, so an older file was left by a crash. */
export const staleUploadAgeMs = 86_400_000

/** Deletes files left by a crash: those that have not been modified for `maxAgeMs`. */
export async function purgeStaleUploads(dataFolder: string, maxAgeMs: number): Promise<void> {
  const folder = uploadsFolder(dataFolder)
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const stats = await stat(path).catch(() => undefined)
    if (stats && stats.mtimeMs <= Date.now() - maxAgeMs) await rm(path, { recursive: true, force: true })
  }
}
