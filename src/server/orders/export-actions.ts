import { hasPermission } from '#server/auth/access.ts'
import type { Action, AuthenticatedContext } from '#server/context.ts'
import { createDownload } from '#server/download.ts'
import { encode, recordExport, whileLoggedIn, writeCsv } from '#server/export-file.ts'
import { getMessages } from '#server/messages.ts'
import { walkOrders } from '#server/orders/list.ts'
import { maskRow } from '#server/orders/masking.ts'
import type { Cell } from '#server/xlsx/cells.ts'
import { type Row, writeWorkbook } from '#server/xlsx/write-workbook.ts'
import { ordersExport as en } from '#shared/messages/en/orders-export.ts'
import { ordersExport as zh } from '#shared/messages/zh/orders-export.ts'
import { type OrderExportColumn, orderExportColumns, parseExportColumns } from '#shared/orders/export-formats.ts'
import type { OrderRow } from '#shared/orders/views.ts'
import type { InputOf } from '#shared/routes/endpoints.ts'
import { dayOf } from '#shared/time.ts'

const texts = { en, zh }

/** `POST /api/orders/exports`: the orders of a filter, newest first, a row for each. Names are masked without the permission to see them. */
export const exportOrders: Action<'exportOrders'> = async (context, input) => {
  await recordExport(context, 'orders.exported', input)
  return createDownload(whileLoggedIn(context, writeOrders(context, input)), {
    fileName: nameExport(context, input.format),
    contentType: 'application/octet-stream',
  })
}

type Input = InputOf<'exportOrders'>

/** The name of a file with orders: `orders-2026-03-15.csv`. */
export function nameExport({ kontor, locale }: AuthenticatedContext, format: Input['format']): string {
  const today = dayOf(kontor.now(), kontor.book.timeZone)
  return `${texts[locale].fileName}-${today}.${format === 'xlsx' ? 'xlsx' : 'csv'}`
}

/** The orders of a filter as a file, a part at a time; `onRows` gets how many were read. */
export function writeOrders(
  context: AuthenticatedContext,
  { format, columns: chosen, ...filter }: Input,
  onRows: (count: number) => void = () => {},
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const words = texts[context.locale]
  const names = (chosen === undefined ? undefined : parseExportColumns(chosen)) ?? orderExportColumns
  const rows = toTable(context, names, countRows(walkOrders(context, filter), onRows))
  const headings = Object.fromEntries(names.map((name) => [name, words.columns[name]]))
  if (format !== 'xlsx') return encode(writeCsv(format, headings, rows))
  const columns = names.map((name) => ({ heading: words.columns[name], width: widths[name] ?? 16 }))
  return writeWorkbook([{ name: words.sheet, columns, rows: flatten(rows) }])
}

async function* countRows(slices: AsyncIterable<OrderRow[]>, onRows: (count: number) => void) {
  for await (const slice of slices) {
    onRows(slice.length)
    yield slice
  }
}

const widths: Readonly<Record<string, number>> = { number: 18, placedAt: 20, customer: 24, tags: 24 }

async function* toTable(
  context: AuthenticatedContext,
  names: readonly OrderExportColumn[],
  slices: AsyncIterable<OrderRow[]>,
): AsyncGenerator<Cell[][]> {
  const isMasked = !hasPermission(context, 'customers.view_personal')
  const { statuses } = getMessages(context.locale).common
  const toRow = (order: OrderRow): Cell[] => {
    const { currency } = order
    const cells: Record<OrderExportColumn, Cell> = {
      number: order.number,
      source: order.source,
      shopNumber: order.externalNumber,
      placedAt: { timestamp: order.placedAt },
      status: statuses.order[order.status],
      payment: statuses.payment[order.paymentStatus],
      fulfillment: statuses.fulfillment[order.fulfillmentStatus],
      customer: order.customerName,
      place: order.place,
      items: order.itemCount,
      currency,
      total: { minor: order.totalMinor, currency },
      captured: { minor: order.capturedMinor, currency },
      refunded: { minor: order.refundedMinor, currency },
      assignee: order.assignee ?? '',
      tags: order.tags.join(', '),
    }
    return names.map((name) => cells[name])
  }
  for await (const orders of slices) yield orders.map((order) => toRow(isMasked ? maskRow(order) : order))
}

async function* flatten(slices: AsyncIterable<Cell[][]>): AsyncGenerator<Row> {
  for await (const rows of slices) yield* rows
}
