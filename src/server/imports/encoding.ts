import { ProblemError } from '#shared/problem.ts'

/** Text of the file, and how many of its bytes have been read with it. */
export interface TextChunk {
  text: string
  bytes: number
}

const byteOrderMarks: readonly (readonly [encoding: string, mark: readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

/** What a file is instead of text, by its first bytes; `why` selects the sentence that says what to do. */
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
 * The encoding of a text file: what its byte order mark says, else what was claimed (a label such as `gb18030`), else UTF-8. Refuses
 * as `not-an-order-export` what is no text.
 */
export async function detectEncoding(file: Blob, declared?: string): Promise<string> {
  const head = await file.slice(0, 4096).bytes()
  if (head.length === 0) throw new ProblemError('not-an-order-export', { why: 'empty' })
  const binarySignature = binarySignatures.find(([, signature]) => startsWithBytes(head, toBytes(signature)))
  if (binarySignature) throw new ProblemError('not-an-order-export', { why: binarySignature[0] })
  const byteOrderMark = byteOrderMarks.find(([, mark]) => startsWithBytes(head, mark))
  const encoding = byteOrderMark?.[0] ?? resolveEncoding(declared ?? 'utf-8')
  const text = new TextDecoder(encoding).decode(head)
  if (isBinary(text)) throw new ProblemError('not-an-order-export', { why: 'binary' })
  if (text.trim() === '') throw new ProblemError('not-an-order-export', { why: 'empty' })
  if (/^\s*<(!doctype|html|\?xml|svg)/i.test(text)) throw new ProblemError('not-an-order-export', { why: 'page' })
  return encoding
}

/** A stray control character is a broken text; many are none. */
const isBinary = (text: string): boolean => (text.match(/[^\P{Cc}\t\r\n]/gu)?.length ?? 0) > text.length / 20

/** The file as text, without its byte order mark. Refuses at the first line that is not of the encoding. */
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

/** Reads the whole file once, so that it is refused before anything of it is written. */
export async function assertDecodable(file: Blob, encoding: string): Promise<void> {
  for await (const _ of decodeFile(file, encoding)) continue
}

/** The refusal that names the line: everything before `readable` bytes is known to be good, `chunk` is not. */
async function toEncodingError(
  file: Blob,
  encoding: string,
  readable: number,
  chunk: Uint8Array,
): Promise<ProblemError> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  const counter = new LineCounter()
  for await (const piece of readSlices(file.slice(0, readable))) counter.read(decoder.decode(piece, { stream: true }))
  try {
    for (let at = 0; at < chunk.length; at++) counter.read(decoder.decode(chunk.subarray(at, at + 1), { stream: true }))
  } catch {
    // The line of the first byte that does not fit is what was looked for.
  }
  return new ProblemError('not-an-order-export', {
    why: 'encoding',
    encoding: encoding.toUpperCase(),
    line: counter.line,
  })
}

/** Counts lines in pieces of text, however they end. */
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

/** Small slices, and others are served between two of them, however long it takes to make something of one. */
async function* readSlices(file: Blob): AsyncGenerator<Uint8Array> {
  const size = 64 * 1024
  for (let at = 0; at < file.size; at += size) {
    yield await file.slice(at, at + size).bytes()
    await Bun.sleep(0)
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
