import { yieldToEventLoop } from '#server/runtime/event-loop.ts'
import type { TextChunk } from '#server/imports/encoding.ts'
import { pipeline, Readable } from 'node:stream'
import { createInflateRaw } from 'node:zlib'

/** A file that is no zip, is cut off, or unpacks to more than it may. */
export class UnzipError extends Error {}

/** A zip that unpacks to more than this is an attack, and one that grows more than workbooks do, which become 10 to 30 times as large. */
const maxUnpackedBytes = 128 * 1024 * 1024
const maxGrowth = 100
const anyGrowthBytes = 1024 * 1024
const chunkBytes = 16 * 1024
/** Some ten thousand files: more than a workbook has. */
const maxDirectoryBytes = 1024 * 1024

/** The text of one file in a zip, in UTF-8; nothing for a file that it does not have. Throws `UnzipError`. */
export async function* readZipFile(file: Blob, path: string): AsyncGenerator<TextChunk> {
  const entry = await findEntry(file, path)
  if (!entry) return
  const decoder = new TextDecoder('utf-8')
  let unpacked = 0
  for await (const { part, readBytes } of unpack(entry)) {
    unpacked += part.length
    if (unpacked > Math.min(maxUnpackedBytes, anyGrowthBytes + maxGrowth * readBytes))
      throw new UnzipError('unpacks to too much')
    yield { text: decoder.decode(part, { stream: true }), bytes: readBytes }
    await yieldToEventLoop()
  }
  yield { text: decoder.decode(), bytes: file.size }
}

/** The names of the parts of a workbook are compared without regard to case; some programs write backslashes. */
const isSamePart = (name: string, path: string): boolean =>
  name.length === path.length && name.replaceAll('\\', '/').toLowerCase() === path.toLowerCase()

/** The content of a file in the zip as it is stored there. */
interface ZipEntry {
  content: Blob
  isCompressed: boolean
}

/** The content in parts of at most `chunkBytes`, and how much of it was read. Another thread unpacks it, never far ahead of its reader. */
async function* unpack({ content, isCompressed }: ZipEntry): AsyncGenerator<{ part: Uint8Array; readBytes: number }> {
  let readBytes = 0
  async function* read(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < content.size; at += chunkBytes) {
      const chunk = await content.slice(at, at + chunkBytes).bytes()
      readBytes += chunk.length
      yield chunk
    }
  }
  if (!isCompressed) {
    for await (const part of read()) yield { part, readBytes }
    return
  }
  // The loop below also throws errors of the content.
  const inflated = pipeline(
    Readable.from(read(), { highWaterMark: 1 }),
    createInflateRaw({ chunkSize: chunkBytes }),
    () => {},
  )
  try {
    for await (const part of inflated) yield { part: part as Uint8Array, readBytes }
  } catch (error) {
    throw new UnzipError(String(error))
  }
}

/** Finds a file by the directory at the end of the zip; undefined without it. */
async function findEntry(file: Blob, path: string): Promise<ZipEntry | undefined> {
  const directory = await readDirectory(file)
  for (let at = 0; at + headerBytes <= directory.length;) {
    if (directory.readUInt32LE(at) !== signatures.header) throw new UnzipError('has a damaged directory')
    const nameEnd = at + headerBytes + directory.readUInt16LE(at + 28)
    if (isSamePart(directory.toString('utf8', at + headerBytes, nameEnd), path))
      return openEntry(file, {
        flags: directory.readUInt16LE(at + 8),
        method: directory.readUInt16LE(at + 10),
        ...readPlace(directory, at, nameEnd),
      })
    at = nameEnd + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
  }
  return undefined
}

/** How long the content is, and where it begins. Some programs write both as 64 bits (Zip64) behind the name, also for small files. */
function readPlace(directory: Buffer, at: number, nameEnd: number): { size: number; offset: number } {
  const fields = { length: 24, size: 20, offset: 42 }
  const zip64 = findExtraField(directory.subarray(nameEnd, nameEnd + directory.readUInt16LE(at + 30)), zip64Field)
  let read = 0
  const values = Object.entries(fields).map(([name, field]): [string, number] => {
    const value = directory.readUInt32LE(at + field)
    if (value !== inZip64 || !zip64) return [name, value]
    if ((read + 1) * 8 > zip64.length) throw new UnzipError('has a damaged directory')
    return [name, Number(zip64.readBigUInt64LE(read++ * 8))]
  })
  return Object.fromEntries(values) as { size: number; offset: number }
}

/** The content of an extra field of a file. */
function findExtraField(extra: Buffer, id: number): Buffer | undefined {
  for (let at = 0; at + 4 <= extra.length;) {
    const end = at + 4 + extra.readUInt16LE(at + 2)
    if (extra.readUInt16LE(at) === id) return extra.subarray(at + 4, end)
    at = end
  }
  return undefined
}

/** A field of 32 bits with this value has its real value, of 64 bits, in the Zip64 part. */
const inZip64 = 0xff_ff_ff_ff
const zip64Field = 1

const signatures = {
  local: 0x04_03_4b_50,
  header: 0x02_01_4b_50,
  end: [0x50, 0x4b, 0x05, 0x06],
  zip64Locator: 0x07_06_4b_50,
  zip64End: 0x06_06_4b_50,
}
const [localBytes, headerBytes, endBytes, zip64LocatorBytes, zip64EndBytes] = [30, 46, 22, 20, 56]
/** A comment of this length may follow the end of the directory. */
const maxCommentBytes = 0xff_ff

async function readDirectory(file: Blob): Promise<Buffer> {
  const tail = await readBytes(file, Math.max(0, file.size - endBytes - maxCommentBytes), file.size)
  const end = tail.lastIndexOf(Buffer.from(signatures.end))
  if (end < 0 || end + endBytes > tail.length) throw new UnzipError('is cut off')
  const { size, offset } = await readDirectoryPlace(file, tail, end)
  if (size > maxDirectoryBytes) throw new UnzipError('has too many files')
  if (offset + size > file.size) throw new UnzipError('is cut off')
  return readBytes(file, offset, offset + size)
}

/** Where the directory is, by the end of the zip, or by the larger end before it that Zip64 has. */
async function readDirectoryPlace(file: Blob, tail: Buffer, end: number): Promise<{ size: number; offset: number }> {
  const place = { size: tail.readUInt32LE(end + 12), offset: tail.readUInt32LE(end + 16) }
  if (place.size !== inZip64 && place.offset !== inZip64) return place
  const locator = end - zip64LocatorBytes
  if (locator < 0 || tail.readUInt32LE(locator) !== signatures.zip64Locator) return place
  const from = Number(tail.readBigUInt64LE(locator + 8))
  const zip64 = await readBytes(file, from, from + zip64EndBytes)
  if (zip64.length < zip64EndBytes || zip64.readUInt32LE(0) !== signatures.zip64End) throw new UnzipError('is damaged')
  return { size: Number(zip64.readBigUInt64LE(40)), offset: Number(zip64.readBigUInt64LE(48)) }
}

/** `size` is that of the stored content, and `offset` where the file begins in the zip, with a header of its own. */
async function openEntry(
  file: Blob,
  { flags, method, size, offset }: { flags: number; method: number; size: number; offset: number },
): Promise<ZipEntry> {
  const isEncrypted = (flags & 1) === 1
  if (isEncrypted || (method !== stored && method !== deflated)) throw new UnzipError('cannot be unpacked')
  const local = await readBytes(file, offset, offset + localBytes)
  if (local.length < localBytes || local.readUInt32LE(0) !== signatures.local) throw new UnzipError('is damaged')
  const start = offset + localBytes + local.readUInt16LE(26) + local.readUInt16LE(28)
  if (start + size > file.size) throw new UnzipError('is cut off')
  return { content: file.slice(start, start + size), isCompressed: method === deflated }
}

const [stored, deflated] = [0, 8]

const readBytes = async (file: Blob, from: number, to: number): Promise<Buffer> =>
  Buffer.from(await file.slice(from, to).arrayBuffer())
