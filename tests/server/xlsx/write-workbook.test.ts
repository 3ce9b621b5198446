import { type Cell, formatCell } from '#server/xlsx/cells.ts'
import { readSheet } from '#server/xlsx/read-workbook.ts'
import { type Sheet, writeWorkbook } from '#server/xlsx/write-workbook.ts'
import { readWorkbook } from '#tests/support/read-workbook.ts'
import fc from 'fast-check'
import { expect, test } from 'bun:test'
import { allowSlowTests } from '#tests/support/timeouts.ts'

allowSlowTests()

const columns = [{ heading: 'A', width: 10 }]

async function write(sheets: Sheet[], options?: { maxRows: number }): Promise<Uint8Array> {
  return Buffer.concat(await Array.fromAsync(writeWorkbook(sheets, options)))
}
const writeCell = async (cell: Cell) =>
  readWorkbook(await write([{ name: 'Sheet', columns, rows: [[cell]] }]))['Sheet']?.[1]?.[0]

test.each([
  [
    { minor: 123_456_789_012_345, currency: 'CNY' },
    { number: '1234567890123.45', format: '#,##0.00' },
  ],
  [
    { minor: -5, currency: 'CNY' },
    { number: '-0.05', format: '#,##0.00' },
  ],
  [
    { minor: 1_500, currency: 'JPY' },
    { number: '1500', format: '#,##0' },
  ],
  [
    { minor: 1_500, currency: 'KWD' },
    { number: '1.500', format: '#,##0.000' },
  ],
  [
    { minor: 15_000, currency: 'CLF' },
    { number: '1.5000', format: '#,##0.0000' },
  ],
  [{ minor: 9_007_199_254_740_991, currency: 'CNY' }, { text: '90071992547409.91' }],
  [{ day: '2024-02-29' }, { number: '45351', format: String.raw`yyyy\-mm\-dd` }],
  [{ day: '1899-12-31' }, { text: '1899-12-31' }],
  [{ timestamp: Date.UTC(2026, 0, 1, 12) }, { number: '46023.5', format: String.raw`yyyy\-mm\-dd hh:mm:ss` }],
  ['20260101000000000001', { text: '20260101000000000001' }],
  ['=1+1', { text: '=1+1' }],
  ['', undefined],
] as const)('%j is written as %j', async (cell, written) => {
  expect(await writeCell(cell)).toEqual(written)
})

test('any text is read back, also characters that XML cannot hold, by the import without spaces around it', async () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      'a\r\nb\t\u0000',
      '_x0041_',
      '__x000D_',
      '<c r="A1">&amp;"',
      ' spaces ',
      'two  spaces',
      'line\nbreak',
      '\n',
      '\u3000',
      '财务明细 😀',
    ),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(text, { maxLength: 50 }), async (values) => {
      const file = await write([{ name: 'Sheet', columns, rows: values.map((value) => [value]) }])
      const [, ...rows] = readWorkbook(file)['Sheet'] ?? []
      expect(rows).toEqual(values.map((value) => (value === '' ? [] : [{ text: value }])))
      const [, ...imported] = await Array.fromAsync(readSheet(new Blob([new Uint8Array(file)])))
      expect(imported.map(({ cells }) => cells[0] ?? '')).toEqual(values.map((value) => value.trim()))
    }),
    { numRuns: 10 },
  )
})

test('rows with cells of every kind are read back, each in its column, also by the import', async () => {
  const names = ['王伟', 'Müller & Söhne', '<b>', '财务  明细', '']
  const rows = Array.from({ length: 3_000 }, (_, index): Cell[] => [
    `OR${index}`,
    ...Array.from({ length: 26 }, () => null),
    names[index % names.length] ?? null,
    index,
    { minor: 5 - index, currency: 'CNY' },
    { day: '2026-03-15' },
  ])
  const file = await write([{ name: 'Sheet', columns: rows[0]?.map(() => ({ heading: 'A', width: 9 })) ?? [], rows }])
  const [, ...read] = await Array.fromAsync(readSheet(new Blob([new Uint8Array(file)])))
  expect(read.map(({ cells }) => cells)).toEqual(
    rows.map((cells) => cells.map((cell) => (typeof cell === 'string' ? cell : formatCell(cell)))),
  )
})

test('rows that do not fit on a sheet go on in the next, below the headings', async () => {
  const rows = Array.from({ length: 7 }, (_, index) => [index])
  const sheets = readWorkbook(
    await write(
      [
        { name: 'Rows', columns, rows },
        { name: 'About', columns, rows: [] },
      ],
      { maxRows: 4 },
    ),
  )
  const values = Object.entries(sheets).map(([name, cells]) => [
    name,
    cells.flat().map((cell) => cell && ('text' in cell ? cell.text : cell.number)),
  ])
  expect(values).toEqual([
    ['Rows', ['A', '0', '1', '2']],
    ['Rows 2', ['A', '3', '4', '5']],
    ['Rows 3', ['A', '6']],
    ['About', ['A']],
  ])
})

test('a workbook is written while its rows are read', async () => {
  let readRows = 0
  const rows = (function* () {
    for (; readRows < 20_000; readRows += 1) yield [crypto.randomUUID()]
  })()
  for await (const part of writeWorkbook([{ name: 'Rows', columns, rows }])) {
    expect(part.length).toBeLessThan(200_000)
    if (part.length > 10_000) break
  }
  expect(readRows).toBeLessThan(10_000)
})

test('cells have a text for other tables', () => {
  const cells: Cell[] = ['x', 3, null, { minor: -5, currency: 'CNY' }, { day: '2024-02-29' }, { timestamp: 0 }]
  expect(cells.map(formatCell)).toEqual(['x', '3', '', '-0.05', '2024-02-29', '1970-01-01T00:00:00.000Z'])
})
