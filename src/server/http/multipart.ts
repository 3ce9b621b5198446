import { decodeUtf8 } from '#server/http/decode-utf8.ts'
import type { TempUploads } from '#server/http/temp-uploads.ts'
import { type TempFile, UploadError } from '#server/files/temp-file.ts'
import { ProblemError } from '#shared/problem.ts'
import { Dicer } from '@fastify/busboy'
import type { Readable } from 'node:stream'

/** More than any of our forms has. */
const maxParts = 100
/** How much the parser gets at once: it handles all parts in it before it can be stopped. */
const maxChunkBytes = 64 * 1024

/** One part of a body: the text of a field, or a file with the content type of its part. */
export interface Part {
  name: string
  value: string | File
}

/**
 * Parses a `multipart/form-data` body and returns its parts in order. Files are written to `tempUploads`; without it they stay in memory
 * and count as text. All texts together are limited to `textLimit` bytes. Throws the body's own error (such as `too-large`), an `UploadError`, or `malformed-body`.
 */
export async function parseMultipart(
  body: ReadableStream<Uint8Array>,
  contentType: string,
  tempUploads: TempUploads | undefined,
  textLimit: number,
): Promise<Part[]> {
  const boundary = /;\s*boundary="?([^";]{1,70})"?/i.exec(contentType)?.[1]
  if (boundary === undefined) throw new ProblemError('malformed-body')
  const parser = new Dicer({ boundary })
  const { promise: broken, reject } = Promise.withResolvers<never>()
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  parser.on('error', reject).on('finish', resolve)
  const streams: Readable[] = []
  const parts: Promise<Part>[] = []
  const textBudget = { bytes: textLimit }
  parser.on('part', (stream) => {
    streams.push(stream.on('error', reject))
    const part =
      streams.length > maxParts
        ? Promise.reject(new ProblemError('malformed-body'))
        : readPart(stream, tempUploads, textBudget)
    part.catch(reject)
    parts.push(part)
  })
  const reader = body.getReader()
  try {
    const fed = feed(parser, reader, () => streams.length > maxParts)
    fed.catch(reject)
    // Dicer may never call back for the chunk with the last part, so wait for its end instead of `fed`.
    await Promise.race([ended, broken])
    return await Promise.all(parts)
  } catch (error) {
    for (const stream of streams) stream.destroy()
    await Promise.allSettled(parts)
    // Errors of the parser and of broken connections mean nothing to clients.
    throw error instanceof ProblemError || error instanceof UploadError ? error : new ProblemError('malformed-body')
  } finally {
    // Ignore everything after the last part.
    await reader.cancel().catch(() => {})
  }
}

/** Writes the body to the parser chunk by chunk, waiting for each chunk to be consumed, until it ends or `shouldStop`. */
async function feed(
  parser: Dicer,
  reader: ReadableStreamDefaultReader<Uint8Array>,
  shouldStop: () => boolean,
): Promise<void> {
  const write = (bytes: Uint8Array) =>
    new Promise<void>((resolve, reject) => parser.write(bytes, (error) => (error ? reject(error) : resolve())))
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    for (let at = 0; at < value.length; at += maxChunkBytes) {
      if (shouldStop()) return
      await write(value.subarray(at, at + maxChunkBytes))
    }
  }
  parser.end()
}

async function readPart(
  stream: Readable,
  tempUploads: TempUploads | undefined,
  textBudget: { bytes: number },
): Promise<Part> {
  let header: PartHeader | undefined
  stream.once('header', (fields: HeaderFields) => (header = parsePartHeader(fields)))
  let file: TempFile | undefined
  const text: Uint8Array[] = []
  for await (const bytes of stream as AsyncIterable<Uint8Array>) {
    if (tempUploads && header?.fileName !== undefined) await (file ??= await tempUploads.create()).write(bytes)
    else if ((textBudget.bytes -= bytes.length) < 0) throw new ProblemError('too-large')
    else text.push(bytes)
  }
  if (!header) throw new ProblemError('malformed-body')
  const { name, fileName, type } = header
  if (fileName === undefined) return { name, value: decodeUtf8(Buffer.concat(text)) }
  const content = file ? await file.finish() : new Blob(text as BlobPart[])
  return { name, value: new File([content], fileName, { type }) }
}

/** The raw headers of a part: every character is one byte. */
type HeaderFields = Record<string, string[]>

interface PartHeader {
  name: string
  /** Set for a file; empty if none was chosen. */
  fileName: string | undefined
  type: string
}

function parsePartHeader(fields: HeaderFields): PartHeader | undefined {
  const disposition = fields['content-disposition']?.[0] ?? ''
  const name = parseParameter(disposition, 'name')
  if (!/^form-data\s*;/i.test(disposition) || name === undefined) return undefined
  const fileName = parseParameter(disposition, 'filename')
  return {
    name: Buffer.from(name, 'latin1').toString(),
    fileName: fileName === undefined ? undefined : Buffer.from(fileName, 'latin1').toString(),
    type: fields['content-type']?.[0] ?? '',
  }
}

function parseParameter(disposition: string, name: string): string | undefined {
  const [, quoted, plain] = new RegExp(`;\\s*${name}=(?:"([^"]*)"|([^\\s;"]+))`, 'i').exec(disposition) ?? []
  return quoted ?? plain
}
