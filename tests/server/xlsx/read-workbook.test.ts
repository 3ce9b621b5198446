import { UnzipError } from '#server/files/unzip.ts'
import { readSheet, type SheetRow } from '#server/xlsx/read-workbook.ts'
import { XmlError } from '#server/xml/read-elements.ts'
import { allowSlowTests } from '#tests/support/timeouts.ts'
import { expect, test } from 'bun:test'
import { strToU8, zipSync } from 'fflate'

// Plain `bun test` forgets after one file what setup.ts allows.
allowSlowTests()

/** The first sheet of a workbook with these rows, or that it was refused. */
async function read(rows: string, more: Record<string, string> = {}): Promise<SheetRow[] | 'refused'> {
  const parts = {
    'xl/workbook.xml':
      '<workbook xmlns:r="r"><sheets><sheet name="Orders" sheetId="1" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId1" Target="worksheets/one.xml"/></Relationships>',
    'xl/worksheets/one.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
    ...more,
  }
  // Not compressed, so that it is not refused for what it unpacks to.
  const files = Object.entries(parts).map(([path, xml]) => [path, strToU8(xml)])
  const zip = zipSync(Object.fromEntries(files), { level: 0 })
  try {
    return await Array.fromAsync(readSheet(new Blob([new Uint8Array(zip)])))
  } catch (error) {
    if (error instanceof UnzipError || error instanceof XmlError) return 'refused'
    throw error
  }
}

test('rows that say no number of a row of Excel follow the one before them', async () => {
  const row = (number: string): string => `<row r="${number}"><c><v>1</v></c></row>`
  const found = await read(['3', '-5', '1e999', '0.5', '2', '9'].map(row).join(''))
  expect(found).toEqual([3, 4, 5, 6, 7, 9].map((number) => ({ row: number, cells: ['1'] })))
})

test('number formats made to hurt are read in linear time', async () => {
  const formats = Array.from({ length: 50 }, (_, id) => `<numFmt numFmtId="${id}" formatCode="${'['.repeat(60_000)}"/>`)
  const styles = `<styleSheet><numFmts>${formats.join('')}</numFmts><cellXfs><xf numFmtId="0"/></cellXfs></styleSheet>`
  const rows = '<row><c s="0"><v>1</v></c></row>'
  expect(await read(rows, { 'xl/styles.xml': styles })).toEqual([{ row: 1, cells: ['1'] }])
})

test('cells that name a long text again and again, and elements with endless attributes, are refused', async () => {
  const shared = { 'xl/sharedStrings.xml': `<sst><si><t>${'茶'.repeat(16_000)}</t></si></sst>` }
  const cell = '<c t="s"><v>0</v></c>'
  expect(await read(`<row>${cell.repeat(4)}</row>`, shared)).toHaveLength(1)
  expect(await read(`<row>${cell.repeat(5)}</row>`, shared)).toBe('refused')
  expect(await read(`<row>${cell.repeat(4)}</row>`.repeat(3000), shared)).toBe('refused')
  expect(await read(`<row>${`<c r="A1" x="${'x'.repeat(12_000)}"/>`.repeat(1500)}</row>`)).toBe('refused')
})

test('a long number keeps the digits that a program has written, and one that Excel has rounded shows it', async () => {
  const found = await read(
    ['20261001000000123', '123456789012345', '20261001000000000', '123456789012345000']
      .map((value) => `<row><c><v>${value}</v></c></row>`)
      .join(''),
  )
  expect(found).toMatchObject([
    { cells: ['20261001000000123'] },
    { cells: ['123456789012345'] },
    { cells: ['2.02610010000000E+16'] },
    { cells: ['1.23456789012345E+17'] },
  ])
})

test('a text in several runs keeps the spaces between them', async () => {
  const runs = '<r><rPr><b/></rPr><t xml:space="preserve"> Anna </t></r><r><t>Smith\n</t></r>'
  const shared = { 'xl/sharedStrings.xml': `<sst><si>${runs}</si></sst>` }
  const rows = `<row><c t="s"><v> 0 </v></c><c t="inlineStr"><is>${runs}</is></c><c t="str"><v> Anna </v></c></row>`
  expect(await read(rows, shared)).toEqual([{ row: 1, cells: ['Anna Smith', 'Anna Smith', 'Anna'] }])
})

test('a truth value is its word, and an error what the cell shows, as in a CSV file', async () => {
  const cells = '<c t="b"><v>1</v></c><c t="b"><v>0</v></c><c t="b"/><c t="e"><f>1/0</f><v>#DIV/0!</v></c>'
  expect(await read(`<row>${cells}</row>`)).toEqual([{ row: 1, cells: ['TRUE', 'FALSE', '', '#DIV/0!'] }])
})

test('characters that a program has escaped are read as they are', async () => {
  const texts = [
    'Ring_x000D_\nbell',
    'a_x005F_x000D_',
    'a_X000D_ _x12_',
    'half _xD83D_',
    '_xd83d__xde00_',
    'end_x000D_',
  ]
  const cells = texts.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c><c t="str"><v>${text}</v></c>`)
  const found = ['Ring\r\nbell', 'a_x000D_', 'a_X000D_ _x12_', 'half �', '😀', 'end']
  expect(await read(`<row>${cells.join('')}</row>`)).toEqual([{ row: 1, cells: found.flatMap((text) => [text, text]) }])
})

/** What a number in a cell with this format is read as. */
async function readFormatted(format: string | number, value: string): Promise<string | undefined> {
  const isBuiltIn = typeof format === 'number'
  const code = isBuiltIn ? '' : format.replaceAll('"', '&quot;')
  const rows = await read(`<row><c s="1"><v>${value}</v></c></row>`, {
    'xl/styles.xml': `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="${code}"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="${isBuiltIn ? format : 164}"/></cellXfs></styleSheet>`,
  })
  return rows === 'refused' ? rows : rows[0]?.cells[0]
}

test.each([
  ['0%', '0.19', '19%'],
  [9, '0.07', '7%'],
  [10, '0.145', '14.5%'],
  [String.raw`0.0##\ %`, '0.08875', '8.875%'],
  ['0%', '0.28999999999999998', '29%'],
  ['0%;[Red]-0%', '-0.055', '-5.5%'],
  ['0%', '', ''],
  // The sign is only shown.
  ['0"%"', '19', '19'],
  [String.raw`0\%`, '19', '19'],
] as const)('a number with the format %p is in percent: %p is %p', async (format, value, found) => {
  expect(await readFormatted(format, value)).toBe(found)
})

test.each([
  ['00000', '2134', '02134'],
  ['[$-409]00000;@', '2134', '02134'],
  ['00000', '123456', '123456'],
  ['00000', '2134.5', '2134.5'],
  ['00000', '-5', '-5'],
  ['0', '7', '7'],
  ['0.00', '7', '7'],
  ['"SO"00000', '7', '7'],
])('a number with the format %p keeps its leading zeros: %p is %p', async (format, value, found) => {
  expect(await readFormatted(format, value)).toBe(found)
})

test.each([
  [String.raw`_-* #,##0.00\ _D_M_-;-* #,##0.00\ _D_M_-`, '12.5', '12.5'],
  ['#,##0.00 "DM"', '12.5', '12.5'],
  [String.raw`#,##0.00\ \d`, '12.5', '12.5'],
  ['[Red]#,##0.00;[$USD] 0', '12.5', '12.5'],
  ['*d0', '12.5', '12.5'],
  ['General', '12.5', '12.5'],
  [String.raw`yyyy\-mm\-dd;@`, '46023.5', '2026-01-01 12:00:00'],
  ['[$-804]yyyy"年"m"月"', '46023', '2026-01-01'],
  ['[hh]:mm', '46023.5', '2026-01-01 12:00:00'],
  ['[h]', '46023.5', '2026-01-01 12:00:00'],
  [14, '46023', '2026-01-01'],
] as const)('letters that the format %p only shows make no day of a number: %p is %p', async (format, value, found) => {
  expect(await readFormatted(format, value)).toBe(found)
})
