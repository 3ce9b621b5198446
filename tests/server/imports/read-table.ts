import { openTable } from '#server/imports/open-table.ts'
import { recognizeTable } from '#server/imports/order-formats.ts'
import { type ParsedOrder, OrderParser } from '#server/imports/order-parser.ts'
import { writeWorkbook } from '#server/xlsx/write-workbook.ts'
import { toPlainCsvRow } from '#shared/csv.ts'
import { answers } from '#shared/messages/answers.ts'
import type { OrderDraft } from '#shared/orders/draft.ts'

/** A row by its headings; those that are left out are empty. */
export type TableRow = Readonly<Record<string, string>>

const headingsOf = (rows: readonly TableRow[]): string[] => [...new Set(rows.flatMap((row) => Object.keys(row)))]

/** The text of a CSV file with the headings of all rows. */
export function buildCsv(rows: readonly TableRow[]): string {
  const headings = headingsOf(rows)
  return [headings, ...rows.map((row) => headings.map((heading) => row[heading] ?? ''))].map(toPlainCsvRow).join('')
}

/** The same table as a workbook whose cells are texts. */
export async function buildWorkbook(rows: readonly TableRow[]): Promise<Blob> {
  const headings = headingsOf(rows)
  const sheet = {
    name: 'Orders',
    columns: headings.map((heading) => ({ heading, width: 12 })),
    rows: rows.map((row) => headings.map((heading) => row[heading] ?? '')),
  }
  return new Blob(await Array.fromAsync(writeWorkbook([sheet])))
}

/** The orders of a file whose format is recognized. */
export async function readTable(file: Blob | string, currency = ''): Promise<ParsedOrder[]> {
  const { table } = await openTable(new Blob([file]), undefined)
  const records = (await Array.fromAsync(table())).flatMap((batch) => batch.records)
  const recognized = recognizeTable(records.slice(0, 20))
  const options = { messages: answers.en.imports, timeZone: 'Asia/Shanghai', currency }
  const parser = new OrderParser(recognized, options)
  const rows = records.slice(recognized.headingRow + 1)
  return [...rows.flatMap((record) => parser.push(record)), ...parser.end()]
}

/** The only order of a table. */
export async function readOnly(rows: readonly TableRow[], currency?: string): Promise<OrderDraft> {
  const [found] = await readTable(buildCsv(rows), currency)
  if (!found || 'reason' in found) throw new Error(`rejected: ${found?.reason}`)
  return found.draft
}

/** Why the only order of a table is rejected. */
export async function readReason(rows: readonly TableRow[], currency?: string): Promise<string> {
  const [found] = await readTable(buildCsv(rows), currency)
  return found && 'reason' in found ? found.reason : 'accepted'
}
