import { readZipFile, UnzipError } from '#server/files/unzip.ts'
import { expect, test } from 'bun:test'
import { strToU8, zipSync } from 'fflate'

const read = async (zip: Uint8Array<ArrayBuffer>, path = 'a.xml'): Promise<string> => {
  let text = ''
  for await (const chunk of readZipFile(new Blob([zip]), path)) text += chunk.text
  return text
}
const refusal = async (zip: Uint8Array<ArrayBuffer>, path?: string): Promise<string> => {
  try {
    await read(zip, path)
    return 'read'
  } catch (error) {
    if (!(error instanceof UnzipError)) throw error
    return error.message
  }
}
const long = Array.from({ length: 50_000 }, (_, n) => `<row>${n} 客户</row>`).join('')

test('a file of a zip is read whole, compressed or not, wherever it is and whatever follows the zip', async () => {
  const zip = zipSync({ 'b.xml': strToU8('other'), 'a.xml': strToU8(long), 'c.xml': [strToU8(long), { level: 0 }] })
  expect(await read(zip)).toBe(long)
  expect(await read(zip, 'c.xml')).toBe(long)
  expect(await read(zip, 'none.xml')).toBe('')
  const withComment = zipSync({ 'a.xml': strToU8('text') }, { comment: 'made by a program'.repeat(100) })
  expect(await read(withComment)).toBe('text')
})

test('a zip that is cut off, damaged, encrypted or a bomb is refused', async () => {
  const zip = zipSync({ 'a.xml': strToU8(long) })
  expect(await refusal(zip.slice(0, -30))).toBe('is cut off')
  expect(await refusal(zip.slice(0, 10))).toBe('is cut off')
  expect(await refusal(new Uint8Array())).toBe('is cut off')
  const damaged = zip.slice()
  damaged.fill(0xff, 100, 2000)
  expect(await refusal(damaged)).not.toBe('read')
  const displaced = zip.slice()
  displaced[0] = 0
  expect(await refusal(displaced)).toBe('is damaged')
  const directoryAt = Buffer.from(zip).lastIndexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]))
  const encrypted = zip.slice()
  encrypted[directoryAt + 8] = 1
  expect(await refusal(encrypted)).toBe('cannot be unpacked')
  const longer = zip.slice()
  longer.fill(0xff, directoryAt + 20, directoryAt + 24)
  expect(await refusal(longer)).toBe('is cut off')
  expect(await refusal(zipSync({ 'a.xml': new Uint8Array(30_000_000) }))).toBe('unpacks to too much')
  const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`${n}.xml`.padStart(20, '0'), strToU8('')]))
  expect(await refusal(zipSync(many, { level: 0 }))).toBe('has too many files')
})

/** The zip of one file as programs write it that always use 64 bits. */
function toZip64(zip: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const buffer = Buffer.from(zip)
  const end = buffer.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  const at = buffer.readUInt32LE(end + 16)
  const nameEnd = at + 46 + buffer.readUInt16LE(at + 28)
  const extra = Buffer.alloc(4 + 24)
  extra.writeUInt16LE(1, 0)
  extra.writeUInt16LE(24, 2)
  for (const [index, field] of [24, 20, 42].entries())
    extra.writeBigUInt64LE(BigInt(buffer.readUInt32LE(at + field)), 4 + index * 8)
  const header = Buffer.from(buffer.subarray(at, nameEnd))
  for (const field of [24, 20, 42]) header.writeUInt32LE(0xff_ff_ff_ff, field)
  header.writeUInt16LE(extra.length, 30)
  const wideEnd = Buffer.alloc(56)
  wideEnd.writeUInt32LE(0x06_06_4b_50, 0)
  wideEnd.writeBigUInt64LE(BigInt(header.length + extra.length), 40)
  wideEnd.writeBigUInt64LE(BigInt(at), 48)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x07_06_4b_50, 0)
  locator.writeBigUInt64LE(BigInt(at + header.length + extra.length), 8)
  const last = Buffer.from(buffer.subarray(end))
  last.fill(0xff, 8, 20)
  return new Uint8Array(Buffer.concat([buffer.subarray(0, at), header, extra, wideEnd, locator, last]))
}

test('a Zip64 file is read like any other, and refused when its places lie', async () => {
  const zip = toZip64(zipSync({ 'a.xml': strToU8(long) }))
  expect(await read(zip)).toBe(long)
  expect(await refusal(zip.slice(0, -30))).toBe('is cut off')
  const wideEndAt = Buffer.from(zip).lastIndexOf(Buffer.from([0x50, 0x4b, 0x06, 0x06]))
  const damaged = zip.slice()
  damaged[wideEndAt] = 0
  expect(await refusal(damaged)).toBe('is damaged')
  const beyond = zip.slice()
  beyond.fill(0xff, wideEndAt + 48, wideEndAt + 56)
  expect(await refusal(beyond)).toBe('is cut off')
  const shortField = zip.slice()
  shortField[wideEndAt - 26] = 8
  expect(await refusal(shortField)).toBe('has a damaged directory')
})
