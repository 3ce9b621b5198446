import { yieldToEventLoop } from '#server/event-loop.ts'
import type { TextChunk } from '#server/imports/encoding.ts'
import { Unzip, UnzipInflate, type UnzipFile } from 'fflate'

/** A file that is no zip, is cut off, or unpacks to more than it may. */
export class UnzipError extends Error {}

/** A zip that unpacks to more than this is an attack, and one that grows more than workbooks do, which become 10 to 30 times as large. */
const maxUnpackedBytes = 128 * 1024 * 1024
const maxGrowth = 100
const anyGrowthBytes = 1024 * 1024
const chunkBytes = 16 * 1024
/** So many bytes are unpacked at once: they can become a thousand times as many. */
const pushedBytes = 512

/** The text of one file in a zip, in UTF-8; nothing for a file that it does not have. Throws `UnzipError`. */
export async function* readZipFile(file: Blob, path: string): AsyncGenerator<TextChunk> {
  const decoder = new TextDecoder('utf-8')
  let found: UnzipFile | undefined
  let failure: unknown
  let isComplete = false
  let unpacked = 0
  let parts: Uint8Array[] = []
  const unzip = new Unzip((entry) => {
    if (entry.name !== path || found) return
    found = entry
    entry.ondata = (error, data, isLast) => {
      failure ??= error
      unpacked += data?.length ?? 0
      if (data) parts.push(data)
      isComplete ||= isLast
    }
    entry.start()
  })
  unzip.register(UnzipInflate)
  for (let at = 0; at < file.size && !isComplete; at += chunkBytes) {
    const chunk = await file.slice(at, at + chunkBytes).bytes()
    for (let from = 0; from < chunk.length && !isComplete; from += pushedBytes) {
      const end = from + pushedBytes
      push(chunk.subarray(from, end), at + end)
      const complete = parts
      parts = []
      for (const part of complete)
        for (let start = 0; start < part.length; start += chunkBytes) {
          yield { text: decoder.decode(part.subarray(start, start + chunkBytes), { stream: true }), bytes: at }
          await yieldToEventLoop()
        }
    }
    await yieldToEventLoop()
  }
  if (found && !isComplete) throw new UnzipError('is cut off')
  yield { text: decoder.decode(), bytes: file.size }

  function push(chunk: Uint8Array, readBytes: number): void {
    try {
      unzip.push(chunk, readBytes >= file.size)
    } catch (error) {
      throw new UnzipError(String(error))
    }
    if (failure !== undefined && failure !== null) throw new UnzipError(String(failure))
    if (unpacked > Math.min(maxUnpackedBytes, anyGrowthBytes + maxGrowth * readBytes))
      throw new UnzipError('unpacks to too much')
  }
}
