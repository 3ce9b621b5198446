import { yieldToEventLoop } from '#server/runtime/event-loop.ts'
import { ProblemError } from '#shared/problem.ts'

/** A piece of the file's text; `bytes` is how far into the file it reaches, from the start. */
export interface TextChunk {
  text: string
  bytes: number
}

const byteOrderMarks: readonly (readonly [encoding: string, mark: readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

/** Common binary file types by their first bytes; `why` selects the message that says what to do. */
const binarySignatures: readonly (readonly [why: string, beginning: readonly number[] | string])[] = [
  ['spreadsheet', 'PK\x03\x04'],
  ['spreadsheet', [0xd0, 0xcf, 0x11, 0xe0]],
  ['compressed', [0x1f, 0x8b]],
  ['pdf', '%PDF'],
  ['picture', [0x89, 0x50, 0x4e, 0x47]],
  ['picture', [0xff, 0xd8, 0xff]],
  ['picture', 'GIF8'],
]

/**
 * The encoding of a text file: from its byte order mark, else the declared label (such as `gb18030`), else UTF-8. Throws
 * `not-an-order-export` when the file is empty, binary or markup, or the label is unknown.
 */
export async function detectEncoding(file: Blob, declared?: string): Promise<string> {
  const head = await file.slice(0, 4096).bytes()
  const binarySignature = binarySignatures.find(([, signature]) => startsWithBytes(head, toBytes(signature)))
  if (binarySignature) throw new ProblemError('not-an-order-export', { why: binarySignature[0] })
  const encoding = encodingOfMark(head) ?? resolveEncoding(declared ?? 'utf-8')
  const text = new TextDecoder(encoding).decode(head)
  if (isBinary(text)) throw new ProblemError('not-an-order-export', { why: 'binary' })
  if (text.trim() === '') throw new ProblemError('not-an-order-export', { why: 'empty' })
  if (/^\s*<(!doctype|html|\?xml|svg)/i.test(text)) throw new ProblemError('not-an-order-export', { why: 'page' })
  return encoding
}

/** The encoding that the byte order mark of a file says; undefined without a mark. */
export const findMarkedEncoding = async (file: Blob): Promise<string | undefined> =>
  encodingOfMark(await file.slice(0, 3).bytes())

const encodingOfMark = (head: Uint8Array): string | undefined =>
  byteOrderMarks.find(([, mark]) => startsWithBytes(head, mark))?.[0]

/** Tolerates a few stray control characters; more than 5 % of them means binary data. */
const isBinary = (text: string): boolean => (text.match(/[^\P{Cc}\t\r\n]/gu)?.length ?? 0) > text.length / 20

/** The file as text, without its byte order mark. Throws `not-an-order-export` with the line of the first undecodable byte. */
export async function* decodeFile(file: Blob, encoding: string): AsyncGenerator<TextChunk> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  let bytes = 0
  for await (const chunk of readSlices(file)) {
    let text: string
    try {
      text = decoder.decode(chunk, { stream: true })
    } catch {
      throw await toEncodingError(file, encoding, bytes, chunk)
    }
    bytes += chunk.length
    yield { text, bytes }
  }
  try {
    yield { text: decoder.decode(), bytes }
  } catch {
    throw await toEncodingError(file, encoding, bytes, new Uint8Array())
  }
}

/** Decodes the whole file once, so that an undecodable file is rejected before any of it is imported. */
export async function assertDecodable(file: Blob, encoding: string): Promise<void> {
  for await (const _ of decodeFile(file, encoding)) continue
}

/** The error with the line number: the first `decodedBytes` bytes are valid, `chunk` holds the invalid one. */
async function toEncodingError(
  file: Blob,
  encoding: string,
  decodedBytes: number,
  chunk: Uint8Array,
): Promise<ProblemError> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  const counter = new LineCounter()
  for await (const slice of readSlices(file.slice(0, decodedBytes)))
    counter.read(decoder.decode(slice, { stream: true }))
  try {
    for (let at = 0; at < chunk.length; at++) counter.read(decoder.decode(chunk.subarray(at, at + 1), { stream: true }))
  } catch {
    // Stops at the first invalid byte: the counter now has its line.
  }
  return new ProblemError('not-an-order-export', {
    why: 'encoding',
    encoding: encoding.toUpperCase(),
    line: counter.line,
  })
}

/** Counts lines across chunks of text; accepts CRLF, LF and CR. */
class LineCounter {
  line = 1
  #afterReturn = false

  read(text: string): void {
    for (const character of text) {
      if (character === '\r' || (character === '\n' && !this.#afterReturn)) this.line++
      this.#afterReturn = character === '\r'
    }
  }
}

/** Reads in small slices and yields to the event loop between them, so that other requests are served meanwhile: the orders of one take a few ms. */
export async function* readSlices(file: Blob): AsyncGenerator<Uint8Array> {
  const size = 32 * 1024
  for (let at = 0; at < file.size; at += size) {
    yield await file.slice(at, at + size).bytes()
    await yieldToEventLoop()
  }
}

function resolveEncoding(label: string): string {
  try {
    return new TextDecoder(label).encoding
  } catch {
    throw new ProblemError('not-an-order-export', { why: 'unknown-encoding', encoding: label.slice(0, 40) })
  }
}

const toBytes = (signature: readonly number[] | string): readonly number[] =>
  typeof signature === 'string' ? [...signature].map((character) => character.charCodeAt(0)) : signature

const startsWithBytes = (head: Uint8Array, signature: readonly number[]): boolean =>
  signature.every((byte, index) => head[index] === byte)
