import { type Spool, type SpooledFile, SpoolError } from '#server/http/spool.ts'
import { ProblemError } from '#shared/problem.ts'
import { Dicer } from '@fastify/busboy'
import type { Readable } from 'node:stream'

/** More than any form of ours has. */
const mostParts = 100

/** One part of a body: the text of a field, or a file with the type that its part claims. */
export interface Part {
  name: string
  value: string | File
}

/**
 * Reads a `multipart/form-data` body, its parts in their order: files go to the spool, all texts together may have `textLimit` bytes.
 * Throws the refusal with which the body ends, a `SpoolError`, or else refuses as malformed.
 */
export async function readParts(
  body: ReadableStream<Uint8Array>,
  contentType: string,
  spool: Spool,
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
  const room = { bytes: textLimit }
  parser.on('part', (stream) => {
    streams.push(stream.on('error', reject))
    const part =
      streams.length > mostParts ? Promise.reject(new ProblemError('malformed-body')) : readPart(stream, spool, room)
    part.catch(reject)
    parts.push(part)
  })
  const reader = body.getReader()
  try {
    const fed = feed(parser, reader)
    fed.catch(reject)
    // The parser ends with its last part, and may then never say that it has taken the last piece.
    await Promise.race([ended, broken])
    return await Promise.all(parts)
  } catch (error) {
    for (const stream of streams) stream.destroy()
    await Promise.allSettled(parts)
    // What the parser and broken connections say tells nobody anything.
    throw error instanceof ProblemError || error instanceof SpoolError ? error : new ProblemError('malformed-body')
  } finally {
    // What follows the last part is nothing.
    await reader.cancel().catch(() => {})
  }
}

/** Piece by piece, each when the one before has found its place. */
async function feed(parser: Dicer, reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    await new Promise<void>((resolve, reject) => parser.write(value, (error) => (error ? reject(error) : resolve())))
  }
  parser.end()
}

async function readPart(stream: Readable, spool: Spool, room: { bytes: number }): Promise<Part> {
  let head: Head | undefined
  stream.once('header', (fields: HeaderFields) => (head = headOf(fields)))
  let file: SpooledFile | undefined
  const text: Uint8Array[] = []
  for await (const bytes of stream as AsyncIterable<Uint8Array>) {
    if (head?.fileName !== undefined) await (file ??= await spool.create()).write(bytes)
    else if ((room.bytes -= bytes.length) < 0) throw new ProblemError('too-large')
    else text.push(bytes)
  }
  if (!head) throw new ProblemError('malformed-body')
  const { name, fileName, type } = head
  if (fileName === undefined) return { name, value: utf8(Buffer.concat(text)) }
  return { name, value: new File(file ? [await file.finish()] : [], fileName, { type }) }
}

/** As they stand in the body: every character is one byte. */
type HeaderFields = Record<string, string[]>

interface Head {
  name: string
  /** Set for a file; empty when none was chosen. */
  fileName: string | undefined
  type: string
}

function headOf(fields: HeaderFields): Head | undefined {
  const disposition = fields['content-disposition']?.[0] ?? ''
  const name = parameterOf(disposition, 'name')
  if (!/^form-data\s*;/i.test(disposition) || name === undefined) return undefined
  const fileName = parameterOf(disposition, 'filename')
  return {
    name: Buffer.from(name, 'latin1').toString(),
    fileName: fileName === undefined ? undefined : Buffer.from(fileName, 'latin1').toString(),
    type: fields['content-type']?.[0] ?? '',
  }
}

function parameterOf(disposition: string, name: string): string | undefined {
  const [, quoted, plain] = new RegExp(`;\\s*${name}=(?:"([^"]*)"|([^\\s;"]+))`, 'i').exec(disposition) ?? []
  return quoted ?? plain
}

function utf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new ProblemError('malformed-body')
  }
}
