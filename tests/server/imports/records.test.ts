import { detectDelimiter } from '#server/imports/csv-text.ts'
import { type CsvRecord, readRecords } from '#server/imports/records.ts'
import { csvRecordMaxLength } from '#shared/constants.ts'
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'

/** Reads a text in chunks of `size` characters. */
async function readAll(text: string, size = 7, delimiter = ','): Promise<CsvRecord[]> {
  async function* chunks() {
    for (let at = 0; at < text.length; at += size) yield { text: text.slice(at, at + size), bytes: at }
  }
  const records: CsvRecord[] = []
  for await (const batch of readRecords(chunks(), delimiter)) records.push(...batch.records)
  return records
}

const sizes = [1, 2, 3, 5, 64, 10_000]

describe('a record has the physical line number on which it begins', () => {
  test.each([
    ['line feeds', '\n'],
    ['carriage returns', '\r'],
    ['both', '\r\n'],
  ])('with %s, empty lines and fields over several lines', async (_, end) => {
    const text = ['a,b', '1,"x', 'y', '', 'z"', '', ',', '2,w', '"3","v"'].join(end)
    for (const size of sizes)
      expect(await readAll(text, size)).toEqual([
        { line: 1, fields: ['a', 'b'] },
        { line: 2, fields: ['1', `x${end}y${end}${end}z`] },
        { line: 8, fields: ['2', 'w'] },
        { line: 9, fields: ['3', 'v'] },
      ])
  })

  test('with all three ends in one file', async () => {
    for (const size of sizes)
      expect((await readAll('a,b\r\n1,2\n3,4\r5,6\r\n\r\n7,8', size)).map(({ line }) => line)).toEqual([1, 2, 3, 4, 6])
  })
})

test('ignores empty lines before the first record', async () => {
  for (const size of sizes)
    expect(await readAll('\n \r\n\na,b\n"x","y ""z"""\n1,2\n', size)).toEqual([
      { line: 4, fields: ['a', 'b'] },
      { line: 5, fields: ['x', 'y "z"'] },
      { line: 6, fields: ['1', '2'] },
    ])
})

describe('quotation marks', () => {
  test('are text inside an unquoted field', async () => {
    expect(await readAll('a,b\n12" pan,x "y" z\n')).toEqual([
      { line: 1, fields: ['a', 'b'] },
      { line: 2, fields: ['12" pan', 'x "y" z'] },
    ])
  })

  test('are doubled inside a quoted field', async () => {
    expect(await readAll('a,b\n"""x"" y","12"""\n')).toEqual([
      { line: 1, fields: ['a', 'b'] },
      { line: 2, fields: ['"x" y', '12"'] },
    ])
  })

  test('that close too early invalidate only their record', async () => {
    for (const size of sizes) {
      const records = await readAll('a,b\n1,"x" y\n2,z\n', size)
      expect(records.map(({ line, broken }) => [line, broken])).toEqual([
        [1, undefined],
        [2, 'quotes'],
        [3, undefined],
      ])
    }
  })

  test.each([
    ['before a quoted field further down', 'a,b,c\n1,"x,y\n2,z,w\n3,"v",u\n4,t,s\n'],
    ['before an empty quoted field', 'a,b,c\n1,"x,y\n2,z,w\n3,"",u\n4,t,s\n'],
    ['to the end of the file', 'a,b,c\n1,"x,y\n2,z,w\n3,v,u\n4,t,s'],
    ['as the last character of its row', 'a,b,c\n1,x,"\n2,z,w\n3,"v",u\n4,t,s'],
    ['in a file where every field is quoted', '"a","b","c"\n"1","x,"y"\n"2","z","w"\n"3","v","u"\n"4","t","s"\n'],
  ])('that never close invalidate only their own row: %s', async (_, text) => {
    for (const size of sizes) {
      const records = await readAll(text, size)
      expect(records.filter(({ broken }) => broken).map(({ line }) => line)).toEqual([2])
      expect(records.map(({ line, fields }) => [line, fields[0]])).toEqual([
        [1, 'a'],
        [2, '1'],
        [3, '2'],
        [4, '3'],
        [5, '4'],
      ])
    }
  })

  test('that never close are the reason, even if no row follows', async () => {
    const records = await readAll('a,b\n1,"x')
    expect(records.map(({ line, broken }) => [line, broken])).toEqual([
      [1, undefined],
      [2, 'quotes'],
    ])
  })

  test('left open in a very long line invalidate only that line', async () => {
    const text = `a,b\n1,"${'x'.repeat(3_000_000)}\n2,y\n`
    const records = await readAll(text, 256 * 1024)
    expect(records.map(({ line, broken }) => [line, broken])).toEqual([
      [1, undefined],
      [2, 'lengthOrQuotes'],
      [3, undefined],
    ])
  })
})

test('a record with a different number of fields than the first is invalid; surplus empty fields are ignored', async () => {
  const records = await readAll('a,b,c\n1,2\n1,2,3,4\n1,2,3,,\n"1\n",2\n4,5,6\n')
  expect(records.map(({ line, broken }) => [line, broken])).toEqual([
    [1, undefined],
    [2, 'fields'],
    [3, 'fields'],
    [4, undefined],
    [5, 'fields'],
    [7, undefined],
  ])
})

test('below a title, text over several lines is no row that an unclosed quotation mark swallowed', async () => {
  const records = await readAll(
    'Orders of March,\nNo,Item,Note\n1,Tea,"one\ntwo, three"\n2,Tea,"x"y\n3,Pot,"one\n4,Cup,\n',
  )
  expect(records.map(({ line, fields, broken }) => [line, fields[2], broken])).toEqual([
    [1, undefined, undefined],
    [2, 'Note', 'fields'],
    [3, 'one\ntwo, three', 'fields'],
    [5, 'xy', 'quotes'],
    [6, 'one', 'quotes'],
    [7, '', undefined],
  ])
})

test('reads a file full of malformed records to its end', async () => {
  const rows = Array.from({ length: 3000 }, (_each, index) => `${index},"x,y`)
  const records = await readAll(['a,b,c', ...rows].join('\n'), 4096)
  expect(records.filter(({ broken }) => broken)).toHaveLength(3000)
  expect(records.at(-1)?.line).toBe(3001)
})

// Reading any of these again from each malformed line would take minutes.
describe('reads to its end a long file made of', () => {
  const lines = 100_000
  test.each([
    ['empty lines', '\n', 0],
    ['lines that close a quotation and open the next', 'x","y\n', lines],
    ['lines with text after a closing quotation mark', 'x" ,"y\n', undefined],
    ['lines that open a quotation', '1,"x,y\n', undefined],
    ['lines with doubled quotation marks, after an open one', '1,"",y\n', undefined],
    ['lines with an open and a doubled quotation mark', '1,"""\n', undefined],
    ['quoted fields without a line end', '"""a""",', 1],
    ['commas without a line end', 'a,', 1],
    ['quotation marks without a line end', '"', 1],
    ['short lines', 'a\n', lines],
  ])('%s', async (_, text, count) => {
    const records = await readAll(`a,b,c\n1,"x\n${text.repeat(lines)}\n7,8,9\n`, 16_384)
    expect(records.at(-1)).toEqual({ line: countLines(text) * lines + 4, fields: ['7', '8', '9'] })
    if (count !== undefined) expect(records).toHaveLength(count + 3)
  })
  const countLines = (text: string): number => text.split('\n').length - 1
})

describe('a record of more than 64 KB is malformed', () => {
  const long = 'x'.repeat(csvRecordMaxLength + 1)
  test.each([
    ['because of its length, without a quotation mark', `1,${long}\n`, 'length'],
    ['because of its length, after quoted fields', `"1","",${long}\n`, 'length'],
    ['because of its length or of the mark, in a quoted field', `1,"${long}"\n`, 'lengthOrQuotes'],
    ['because of its length or of the mark, with text after a quoted field', `1,"a"${long}\n`, 'lengthOrQuotes'],
    ['because of the mark, if it swallowed whole rows', `1,"a\n${'3,b\n'.repeat(csvRecordMaxLength / 4)}`, 'quotes'],
  ] as const)('%s', async (_, row, broken) => {
    for (const size of [999, 16_384, 1_000_000]) {
      const records = await readAll(`a,b\n${row}2,y\n`, size)
      expect(records[1]).toMatchObject({ line: 2, broken })
      expect(records.at(-1)).toMatchObject({ fields: ['2', 'y'] })
    }
  })

  test('and ends with its first line', async () => {
    const records = await readAll(`a,b\n1,"${'x\n'.repeat(40_000)}"\n2,y\n`, 16_384)
    expect(records.slice(0, 3).map(({ line, broken }) => [line, broken])).toEqual([
      [1, undefined],
      [2, 'lengthOrQuotes'],
      [3, 'fields'],
    ])
    expect(records.at(-1)).toEqual({ line: 40_003, fields: ['2', 'y'] })
  })

  test('but one of exactly 64 KB is not', async () => {
    for (const end of ['\n', '\r\n']) {
      const [, record] = await readAll(`a,b${end}1,${'x'.repeat(csvRecordMaxLength - 2)}${end}2,y${end}`, 999)
      expect(record).not.toHaveProperty('broken')
    }
  })
})

test('detects the most frequent delimiter of the first line, outside of quotation marks', () => {
  expect(detectDelimiter('Name,Email\n;;;;')).toBe(',')
  expect(detectDelimiter('Name;Email;"a,b,c,d"\n')).toBe(';')
  expect(detectDelimiter('Name\tEmail\r\n')).toBe('\t')
  expect(detectDelimiter('Name')).toBe(',')
})

test('reads back any CSV, in chunks of any size', async () => {
  const field = fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\n', '\r', ' ', '中', 'é', '=') })
  const row = fc.tuple(fc.constantFrom('x', '0'), field, field)
  const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 1, max: 40 }),
      async (rows, size) => {
        const records = await readAll(rows.map((fields) => fields.map(quoted).join(',')).join('\r\n'), size)
        expect(records.map(({ fields, broken }) => [fields, broken])).toEqual(rows.map((fields) => [fields, undefined]))
      },
    ),
  )
})
