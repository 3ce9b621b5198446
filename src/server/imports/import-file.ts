import type { RequestContext } from '#server/context.ts'
import { chooseFormat, type FormatChoice } from '#server/imports/choose-format.ts'
import { openTable, type Table } from '#server/imports/open-table.ts'
import type { RecognizedTable } from '#server/imports/order-formats.ts'
import { type ParsedOrder, OrderParser } from '#server/imports/order-parser.ts'
import { type CsvRecord, withDecimalMark } from '#server/imports/records.ts'
import { maxHeadingRows } from '#server/imports/table-headings.ts'
import { getMessages } from '#server/messages.ts'
import { invalidInput } from '#shared/problem.ts'

/** A file with orders, and what the user said about it. */
export interface ImportSource extends FormatChoice {
  file: Blob
  /** A label such as `gb18030`; a byte order mark in the file takes precedence. */
  encoding?: string | undefined
  /** The currency of files whose format has no column for it. */
  currency?: string | undefined
}

/** An order of a file: its place among them, from 1, and how many bytes of the file were read by then. */
export interface FoundOrder {
  position: number
  bytes: number
  order: ParsedOrder
}

/** A file that was recognized, with its first records. */
export interface ImportFile {
  recognized: RecognizedTable
  heads: readonly CsvRecord[]
  isEncodingGuessed: boolean
  /** The orders of the file, from its beginning. */
  read: () => AsyncGenerator<FoundOrder>
}

/**
 * Opens a file for import and checks what would reject it as a whole, before writing anything. Throws the problem `not-an-order-export` when the file
 * is no table, cannot be decoded, or no known format has its columns, and `invalid-input` when it does not say in which currency its amounts are.
 */
export async function openImportFile(context: RequestContext, source: ImportSource): Promise<ImportFile> {
  const { table, isEncodingGuessed } = await openTable(source.file, source.encoding)
  const heads = await readHeads(table)
  const recognized = await chooseFormat(context, heads, source)
  if (source.currency === undefined && recognized.format.needsCurrency(recognized.found))
    throw invalidInput({ pointer: source.mapping ? '/mapping/currency' : '/currency', reason: 'currency-of-file' })
  return { recognized, heads, isEncodingGuessed, read: () => readOrders(context, source, table, recognized) }
}

/** The records among which the headings are. */
export async function readHeads(table: Table): Promise<CsvRecord[]> {
  const heads: CsvRecord[] = []
  for await (const { records } of table()) {
    heads.push(...records.slice(0, maxHeadingRows - heads.length))
    if (heads.length === maxHeadingRows) break
  }
  return heads
}

async function* readOrders(
  { kontor, locale }: RequestContext,
  { currency = '' }: ImportSource,
  table: Table,
  recognized: RecognizedTable,
): AsyncGenerator<FoundOrder> {
  const { timeZone } = kontor.book
  const parser = new OrderParser(recognized, { messages: getMessages(locale).imports, timeZone, currency })
  let [index, position, read] = [-1, 0, 0]
  for await (const { records, bytes } of table()) {
    read = bytes
    for (const record of records)
      if (++index > recognized.headingRow)
        for (const order of parser.push(withDecimalMark(record, recognized.mapping?.decimalMark)))
          yield { position: ++position, bytes, order }
  }
  for (const order of parser.end()) yield { position: ++position, bytes: read, order }
}
