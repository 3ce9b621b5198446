import type { Table } from '#server/imports/open-table.ts'
import type { ReadOptions } from '#server/imports/order-format.ts'
import type { RecognizedTable } from '#server/imports/order-formats.ts'
import { OrderParser, type ParsedOrder } from '#server/imports/order-parser.ts'
import type { CsvRecord } from '#server/imports/records.ts'
import { maxHeadingRows } from '#server/imports/table-headings.ts'
import type { PreparedDraft } from '#server/orders/prepare-draft.ts'

/** An order of a file: its place among them, from 1, and how many bytes of the file were read by then. */
export interface FoundOrder {
  position: number
  bytes: number
  order: ParsedOrder
  /** What another thread has prepared of it. */
  prepared?: PreparedDraft | undefined
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

/** The orders of a table whose format is known. */
export async function* readOrders(
  table: Table,
  recognized: RecognizedTable,
  options: ReadOptions,
): AsyncGenerator<FoundOrder> {
  const parser = new OrderParser(recognized, options)
  let [index, position, read] = [-1, 0, 0]
  for await (const { records, bytes } of table()) {
    read = bytes
    for (const record of records)
      if (++index > recognized.headingRow)
        for (const order of parser.push(record)) yield { position: ++position, bytes, order }
  }
  for (const order of parser.end()) yield { position: ++position, bytes: read, order }
}
