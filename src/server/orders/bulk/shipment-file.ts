import { normalizeHeadings } from '#server/imports/order-format.ts'
import { openTable } from '#server/imports/open-table.ts'
import type { CsvRecord } from '#server/imports/records.ts'
import { maxHeadingRows } from '#server/imports/table-headings.ts'
import { isTotalsWord } from '#server/imports/totals-words.ts'
import { ShipmentRows } from '#shared/orders/shipment-rows.ts'
import { type FieldError, invalidInput, ProblemError } from '#shared/problem.ts'

/** The headings of columns that the user names, where they are not recognized. */
export type ShipmentColumns = Partial<Record<ShipmentColumn, string>>

const shipmentColumns = ['orderColumn', 'carrierColumn', 'trackingColumn'] as const
type ShipmentColumn = (typeof shipmentColumns)[number]

/** What programs of carriers and shops call the columns, the most exact first. */
const headings: Readonly<Record<ShipmentColumn, readonly string[]>> = {
  orderColumn: [
    ...['order number', 'order no.', 'order no', 'order', 'order id', 'name', 'reference'],
    ...['订单号', '订单编号', '商户订单号', '平台订单号', '店铺订单号', '客户订单号'],
  ],
  carrierColumn: [
    ...['carrier', 'tracking company', 'shipping carrier', 'courier', 'shipping company'],
    ...['物流公司', '快递公司', '承运商', '发货物流', '快递', '物流'],
  ],
  trackingColumn: [
    ...['tracking number', 'tracking no.', 'tracking no', 'tracking code', 'tracking', 'tracking id', 'waybill'],
    ...['运单号', '快递单号', '物流单号', '运单编号', '快递编号', '物流编号'],
  ],
}

/** Maximum number of errors in the list. */
const maxErrors = 1000

/** The positions of the columns in a record with headings. */
type Found = Partial<Record<ShipmentColumn, number>>

/**
 * Reads the parcels of a CSV file or workbook, whose headings are recognized in English and Chinese, or named by the user. A row that repeats another
 * one, as for the next item of an order, does not count. Throws `invalid-input` at `/file` if it is no table, and at the columns that it lacks.
 */
export async function readShipmentFile(
  file: File,
  { carrier, columns, maximum }: { carrier: string; columns: ShipmentColumns; maximum: number },
): Promise<ShipmentRows> {
  const { table } = await openTable(file, undefined).catch(toInvalidFile)
  const rows = new ShipmentRows({ pointer: '/file', maximum, ignoresRepeated: true })
  let found: Found | undefined
  const heads: CsvRecord[] = []
  const add = ({ line, fields, broken }: CsvRecord, { orderColumn, carrierColumn, trackingColumn }: Found): void => {
    const read = (column: number | undefined): string => (column === undefined ? '' : (fields[column] ?? '').trim())
    if (fields.every((field) => field.trim() === '') || isTotalsWord(read(orderColumn))) return
    // Columns behind the limit are not there: the parcel would have no tracking number.
    if (broken === 'length' || broken === 'lengthOrQuotes') {
      rows.errors.push({ pointer: '/file', reason: 'row-length', parameters: { line } })
      return
    }
    rows.add({
      line,
      order: read(orderColumn),
      carrier: read(carrierColumn) || carrier,
      trackingNumber: read(trackingColumn),
    })
  }
  for await (const { records } of table()) {
    for (const record of records) {
      if (found) add(record, found)
      else if (heads.length < maxHeadingRows) {
        found = findColumns(record, columns)
        if (!found) heads.push(record)
      }
      if (rows.isFull || rows.errors.length >= maxErrors) return rows
    }
  }
  if (!found) throw describeMissing(heads, columns)
  return rows
}

/** The columns of a record that has at least those of orders and tracking numbers. */
function findColumns({ fields }: CsvRecord, named: ShipmentColumns): Found | undefined {
  const names = normalizeHeadings(fields)
  const found: Found = {}
  for (const column of shipmentColumns) {
    const wanted = named[column] === undefined ? headings[column] : normalizeHeadings([named[column]])
    const index = wanted.map((name) => names.indexOf(name)).find((each) => each >= 0)
    if (index !== undefined) found[column] = index
    else if (named[column] !== undefined) return undefined
  }
  return found.orderColumn === undefined || found.trackingColumn === undefined ? undefined : found
}

/** Which columns were not found, with the headings that the file has: those of the row that comes nearest. */
function describeMissing(heads: readonly CsvRecord[], named: ShipmentColumns): ProblemError {
  const countFound = (record: CsvRecord): number =>
    shipmentColumns.filter((column) => findColumn(record, column, named) !== undefined).length
  const head = heads.toSorted((a, b) => countFound(b) - countFound(a))[0]
  const found = (head?.fields ?? []).map((field) => field.trim()).filter(Boolean)
  const missing = shipmentColumns.filter(
    (column) =>
      (column !== 'carrierColumn' || named.carrierColumn !== undefined) &&
      (!head || findColumn(head, column, named) === undefined),
  )
  const parameters = { headings: found.slice(0, 30).join(', ').slice(0, 600) }
  return invalidInput(
    ...missing.map((column): FieldError => ({ pointer: `/${column}`, reason: 'column-of-file', parameters })),
  )
}

function findColumn({ fields }: CsvRecord, column: ShipmentColumn, named: ShipmentColumns): number | undefined {
  const names = normalizeHeadings(fields)
  const wanted = named[column] === undefined ? headings[column] : normalizeHeadings([named[column]])
  return wanted.map((name) => names.indexOf(name)).find((index) => index >= 0)
}

/** The problem of an import says to export orders again, which does not help here. */
function toInvalidFile(error: unknown): never {
  if (error instanceof ProblemError && error.problem === 'not-an-order-export')
    throw invalidInput({
      pointer: '/file',
      reason: error.parameters['why'] === 'sheets' ? 'sheets-of-file' : 'table-of-file',
    })
  throw error
}
