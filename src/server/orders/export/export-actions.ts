import { hasPermission } from '#server/auth/access.ts'
import type { Action, AuthenticatedContext } from '#server/context.ts'
import { createDownload } from '#server/files/download.ts'
import { encode, recordExport, whileLoggedIn, writeCsv } from '#server/files/export-file.ts'
import { createExportTable, type ExportTable } from '#server/orders/export/export-table.ts'
import { createExportWords } from '#server/orders/export/export-words.ts'
import type { FoundOrder } from '#server/orders/list/list-store.ts'
import { requireKnownValues, requireNumbered, walkNumbered, walkOrders } from '#server/orders/list/list.ts'
import type { Cell } from '#server/xlsx/cells.ts'
import { type Row, writeWorkbook } from '#server/xlsx/write-workbook.ts'
import { ordersExport as en } from '#shared/messages/en/orders-export.ts'
import { ordersExport as zh } from '#shared/messages/zh/orders-export.ts'
import { isRecipientColumn, parseExportColumns } from '#shared/orders/export-formats.ts'
import type { InputOf } from '#shared/routes/endpoints.ts'
import { dayOf } from '#shared/time.ts'

const texts = { en, zh }

/**
 * `POST /api/orders/exports`: the orders of a filter, newest first, or those that are named, a row for each or for each of their lines. Personal data is
 * masked without the permission to see it.
 */
export const exportOrders: Action<'exportOrders'> = async (context, input) => {
  await prepareExport(context, input)
  return createDownload(whileLoggedIn(context, writeOrders(context, input)), {
    fileName: nameExport(context, input.format),
    contentType: 'application/octet-stream',
  })
}

type Input = InputOf<'exportOrders'>

/** Records an export before anything of it is sent. Throws `invalid-input` if an order that it names, or a value of its filter, does not exist. */
export async function prepareExport(context: AuthenticatedContext, input: Input): Promise<void> {
  const { orders, ...filter } = input
  if (orders.length > 0) await requireNumbered(context, orders)
  else await requireKnownValues(context, filter)
  const hasRecipients = hasPermission(context, 'customers.view_personal') && asksForRecipients(input)
  await recordExport(context, 'orders.exported', { ...input, includes: hasRecipients ? 'recipients' : undefined })
}

const asksForRecipients = ({ columns }: Input): boolean =>
  columns !== undefined && (parseExportColumns(columns) ?? []).some(isRecipientColumn)

/** The name of a file with orders: `orders-2026-03-15.csv`. */
export function nameExport({ kontor, locale }: AuthenticatedContext, format: Input['format']): string {
  const today = dayOf(kontor.now(), kontor.book.timeZone)
  return `${texts[locale].fileName}-${today}.${format === 'xlsx' ? 'xlsx' : 'csv'}`
}

/** The orders of an export as a file, a part at a time; `onOrders` gets how many were read. */
export function writeOrders(
  context: AuthenticatedContext,
  { format, columns, rows: kind, orders, ...filter }: Input,
  onOrders: (count: number) => void = () => {},
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const words = createExportWords(context.locale, format)
  const table = createExportTable(context, { columns, rows: kind }, words)
  const found = orders.length > 0 ? walkNumbered(context, orders) : walkOrders(context, filter)
  const rows = toTable(table, countOrders(found, onOrders))
  if (format !== 'xlsx') return encode(writeCsv(format, table.columns, rows))
  const columnsOfSheet = Object.entries(table.columns).map(([name, heading]) => ({
    heading,
    width: widths[name] ?? 16,
  }))
  return writeWorkbook([{ name: texts[context.locale].sheet, columns: columnsOfSheet, rows: flatten(rows) }])
}

async function* countOrders(slices: AsyncIterable<FoundOrder[]>, onOrders: (count: number) => void) {
  for await (const slice of slices) {
    onOrders(slice.length)
    yield slice
  }
}

const widths: Readonly<Record<string, number>> = {
  number: 18,
  placedAt: 20,
  shippedAt: 20,
  customer: 24,
  recipient: 24,
  street: 40,
  tags: 24,
  product: 32,
}

async function* toTable({ toRows }: ExportTable, slices: AsyncIterable<FoundOrder[]>): AsyncGenerator<Cell[][]> {
  for await (const orders of slices) yield await toRows(orders)
}

async function* flatten(slices: AsyncIterable<Cell[][]>): AsyncGenerator<Row> {
  for await (const rows of slices) yield* rows
}
