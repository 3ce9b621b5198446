import { decodeFile, detectEncoding, assertDecodable } from '#server/imports/encoding.ts'
import { ProblemError } from '#shared/problem.ts'
import { describe, expect, test } from 'bun:test'

const createBlob = (...parts: (string | number[])[]): Blob =>
  new Blob(parts.map((part) => (typeof part === 'string' ? part : new Uint8Array(part))))

const utf16 = (text: string, littleEndian: boolean): Uint8Array<ArrayBuffer> => {
  const view = new DataView(new ArrayBuffer(text.length * 2))
  for (let at = 0; at < text.length; at++) view.setUint16(at * 2, text.charCodeAt(at), littleEndian)
  return new Uint8Array(view.buffer)
}

async function decodeText(file: Blob, declared?: string): Promise<string> {
  let text = ''
  for await (const chunk of decodeFile(file, await detectEncoding(file, declared))) text += chunk.text
  return text
}

async function catchParameters(file: Blob, declared?: string): Promise<ProblemError['parameters']> {
  try {
    await assertDecodable(file, await detectEncoding(file, declared))
  } catch (error) {
    if (error instanceof ProblemError && error.problem === 'not-an-order-export') return error.parameters
    throw error
  }
  throw new Error('The file was accepted')
}

const sampleText = 'Name,Total\n#1,雪茶 é 😀\n'

describe('the encoding of a file is', () => {
  test('UTF-8 by default', async () => {
    expect(await decodeText(createBlob(sampleText))).toBe(sampleText)
  })

  test('that of its byte order mark, regardless of the declared one', async () => {
    expect(await decodeText(createBlob([0xef, 0xbb, 0xbf], sampleText), 'gb18030')).toBe(sampleText)
    expect(await decodeText(new Blob([utf16(`\uFEFF${sampleText}`, true)]), 'utf-8')).toBe(sampleText)
    expect(await decodeText(new Blob([utf16(`\uFEFF${sampleText}`, false)]))).toBe(sampleText)
  })

  test('the declared one without a byte order mark', async () => {
    expect(await decodeText(createBlob('Name\n', [0xd1, 0xa9, 0xb2, 0xe8]), 'gb18030')).toBe('Name\n雪茶')
    expect(await decodeText(createBlob('Name\n', [0x80, 0xe9]), 'windows-1252')).toBe('Name\n€é')
    expect(await decodeText(createBlob('Name\n', [0xd1, 0xa9]), 'GBK')).toBe('Name\n雪')
  })
})

describe('rejects', () => {
  test.each([
    ['an empty file', 'empty', createBlob('')],
    ['white space', 'empty', createBlob(' \r\n\t\n')],
    ['a byte order mark alone', 'empty', createBlob([0xef, 0xbb, 0xbf])],
    ['a modern spreadsheet', 'spreadsheet', createBlob('PK\x03\x04', [0, 0, 1])],
    ['an old spreadsheet', 'spreadsheet', createBlob([0xd0, 0xcf, 0x11, 0xe0, 0xa1])],
    ['a picture', 'picture', createBlob([0x89, 0x50, 0x4e, 0x47, 0x0d])],
    ['a photo', 'picture', createBlob([0xff, 0xd8, 0xff, 0xe0])],
    ['an animation', 'picture', createBlob('GIF89a')],
    ['a PDF', 'pdf', createBlob('%PDF-1.7\n')],
    ['a compressed file', 'compressed', createBlob([0x1f, 0x8b, 8])],
    ['a web page', 'page', createBlob('\n <!DOCTYPE html><title>Log in</title>')],
    ['an XML file', 'page', createBlob('<?xml version="1.0"?><orders/>')],
    ['a drawing', 'page', createBlob('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a binary file', 'binary', createBlob('Name,', [0, 1, 2, 0])],
    ['UTF-16 without a byte order mark', 'binary', new Blob([utf16('Name,Total', true)])],
  ])('%s', async (_, why, file) => {
    expect(await catchParameters(file)).toEqual({ why })
  })

  test('an unknown encoding', async () => {
    expect(await catchParameters(createBlob('Name'), 'klingon')).toEqual({
      why: 'unknown-encoding',
      encoding: 'klingon',
    })
  })

  test.each([
    ['in the middle', createBlob('Name\r\n#1\n#2 ', [0xe9], ' x\n#3\n'), 3],
    ['in a file of many chunks', createBlob('Name\n', 'é,\r'.repeat(200_000), [0xff]), 200_002],
    ['across two chunks', createBlob('x'.repeat(256 * 1024 - 1), '\n', [0xe9, 0x80], '\n'), 2],
    ['cut off at the end', createBlob('Name\n#1\n#2 ', [0xe9, 0x9b]), 3],
  ])('invalid UTF-8 %s, with its line', async (_, file, line) => {
    expect(await catchParameters(file)).toEqual({ why: 'encoding', encoding: 'UTF-8', line })
  })

  test('bytes that are invalid in the declared encoding', async () => {
    expect(await catchParameters(createBlob('Name\n', [0x81, 0xff]), 'gb18030')).toEqual({
      why: 'encoding',
      encoding: 'GB18030',
      line: 2,
    })
  })
})

test('a stray control character does not make a file binary', async () => {
  const text = `Name,Note\n#1,Tea\x0B for two\n`
  expect(await decodeText(createBlob(text))).toBe(text)
})

test('chunks carry the number of bytes read so far', async () => {
  const file = createBlob('x'.repeat(600_000))
  let read = 0
  for await (const { text, bytes } of decodeFile(file, 'utf-8')) {
    read += text.length
    expect(bytes).toBe(read)
  }
  expect(read).toBe(600_000)
})
