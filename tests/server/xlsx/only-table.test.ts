import { readStatement } from '#server/finance/statements/read-statement.ts'
import { openTable } from '#server/imports/open-table.ts'
import { readShipmentFile } from '#server/orders/bulk/shipment-file.ts'
import { readSheet } from '#server/xlsx/read-workbook.ts'
import { writeWorkbook } from '#server/xlsx/write-workbook.ts'
import { allowSlowTests } from '#tests/support/timeouts.ts'
import { expect, test } from 'bun:test'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'

// Plain `bun test` forgets after one file what setup.ts allows.
allowSlowTests()

type Rows = readonly (readonly string[])[]

/** A workbook with these sheets, of which the first `hidden` ones are hidden; the first row of each has its headings. */
async function buildWorkbook(sheets: readonly Rows[], hidden = 0): Promise<Blob> {
  const written = sheets.map(([headings = [], ...rows], index) => ({
    name: `Sheet${index}`,
    columns: headings.map((heading) => ({ heading, width: 12 })),
    rows,
  }))
  const parts = unzipSync(await new Blob(await Array.fromAsync(writeWorkbook(written))).bytes())
  const path = 'xl/workbook.xml'
  let left = hidden
  const workbook = strFromU8(parts[path] ?? new Uint8Array()).replaceAll('<sheet ', (tag) =>
    left-- > 0 ? `${tag}state="hidden" ` : tag,
  )
  return new Blob([new Uint8Array(zipSync({ ...parts, [path]: strToU8(workbook) }, { level: 0 }))])
}

const headings = ['Order number', 'Carrier', 'Tracking number']
const read = async (sheets: readonly Rows[], hidden?: number): Promise<string[]> => {
  const rows = await Array.fromAsync(readSheet(await buildWorkbook(sheets, hidden)))
  return rows.map(({ cells }) => cells[0] ?? '')
}

test('the first sheet that is not hidden is read', async () => {
  const sheets = [
    [
      ['Key', 'Value'],
      ['a', 'b'],
    ],
    [headings, ['SO-1', 'DHL', '1']],
  ]
  expect(await read(sheets, 1)).toEqual(['Order number', 'SO-1'])
  expect(await read(sheets, 2)).toEqual(['Key', 'a'])
})

test('a cover and empty sheets before the table are passed over', async () => {
  const table = [headings, ['SO-1', 'DHL', '1']]
  expect(await read([[['Parcels of March'], ['Warehouse 1']], [[]], table])).toEqual(['Order number', 'SO-1'])
  expect(await read([[['Parcels of March']], [['Notes']]])).toEqual(['Parcels of March'])
})

test('the parts of a workbook are found whatever their case, slashes and prefixes', async () => {
  const parts = unzipSync(await (await buildWorkbook([[headings, ['SO-1', 'DHL', '1']]])).bytes())
  const written = Object.entries(parts).map(([path, bytes]) => {
    const text = strFromU8(bytes)
      .replaceAll('r:id=', 'd3p1:id=')
      .replaceAll(/Target="worksheets\//g, 'Target="worksheets\\')
    return [path.replace('xl/worksheets/', 'xl\\Worksheets\\'), strToU8(text)] as const
  })
  const file = new Blob([new Uint8Array(zipSync(Object.fromEntries(written), { level: 0 }))])
  const rows = await Array.fromAsync(readSheet(file))
  expect(rows.map(({ cells }) => cells[0])).toEqual(['Order number', 'SO-1'])
})

test('other sheets may have other tables, hidden rows, or headings alone', async () => {
  const first = [headings, ['SO-1', 'DHL', '1']]
  expect(
    await read([
      first,
      [
        ['Carrier', 'Count'],
        ['DHL', '1'],
      ],
      [headings],
    ]),
  ).toEqual(['Order number', 'SO-1'])
  expect(await read([[headings, ['SO-0', 'DHL', '0']], first], 1)).toEqual(['Order number', 'SO-1'])
})

test('a table in several sheets is refused, because one of them alone is not all of it', async () => {
  const march = [headings, ['SO-1', 'DHL', '1']]
  const april = [['Parcels of April'], headings, ['SO-2', 'DHL', '2']]
  const file = await buildWorkbook([march, [['Notes'], ['none']], april])
  const refused = { problem: 'not-an-order-export', parameters: { why: 'sheets' } }
  await expect(openTable(file, undefined)).rejects.toMatchObject(refused)
  await expect(readStatement(file)).rejects.toMatchObject({ problem: 'not-a-statement', parameters: { why: 'sheets' } })
  const shipments = readShipmentFile(new File([file], 'parcels.xlsx'), { carrier: '', columns: {}, maximum: 10 })
  await expect(shipments).rejects.toMatchObject({ fields: [{ pointer: '/file', reason: 'sheets-of-file' }] })
})
