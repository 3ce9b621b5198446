import { hasPermission } from '#server/auth/access.ts'
import type { AuthenticatedContext } from '#server/context.ts'
import { loadDetailCells } from '#server/orders/export/export-details.ts'
import { loadLineCells } from '#server/orders/export/export-lines.ts'
import type { ExportWords } from '#server/orders/export/export-words.ts'
import type { FoundOrder } from '#server/orders/list/list-store.ts'
import { maskRow } from '#server/orders/masking.ts'
import type { Cell } from '#server/xlsx/cells.ts'
import {
  defaultExportColumns,
  detailColumns,
  lineExportColumns,
  type OrderExportColumn,
  parseExportColumns,
  toColumnsOfLines,
} from '#shared/orders/export-formats.ts'
import type { OrderRow } from '#shared/orders/views.ts'
import type { InputOf } from '#shared/routes/endpoints.ts'

/** A table of orders or of their lines: its columns with their headings, and the rows of some orders. */
export interface ExportTable {
  columns: Readonly<Record<string, string>>
  toRows: (orders: readonly FoundOrder[]) => Promise<Cell[][]>
}

/** The table that an export asks for. */
export function createExportTable(
  context: AuthenticatedContext,
  { rows = 'orders', columns: text }: Pick<InputOf<'exportOrders'>, 'rows' | 'columns'>,
  words: ExportWords,
): ExportTable {
  const chosen = text === undefined ? undefined : parseExportColumns(text)
  const names = rows === 'lines' ? toColumnsOfLines(chosen) : (chosen ?? defaultExportColumns)
  const ofOrders = Object.fromEntries(names.map((name) => [name, words.columns[name]]))
  const toCells = (orders: readonly FoundOrder[]) => loadCells(context, orders, names, words)
  if (rows === 'orders')
    return {
      columns: ofOrders,
      toRows: async (orders) => orders.map(await toCells(orders)),
    }
  const db = context.kontor.database.read
  return {
    columns: { ...ofOrders, ...Object.fromEntries(lineExportColumns.map((name) => [name, words.lineColumns[name]])) },
    toRows: async (orders) => {
      const [toOrderCells, toLines] = await Promise.all([toCells(orders), loadLineCells(db, orders, words)])
      return orders.flatMap((order) => {
        const shared = toOrderCells(order)
        return toLines(order).map((line) => [...shared, ...lineExportColumns.map((name) => line[name])])
      })
    },
  }
}

/** A function that makes the cells of an order. */
async function loadCells(
  context: AuthenticatedContext,
  orders: readonly FoundOrder[],
  names: readonly OrderExportColumn[],
  words: ExportWords,
): Promise<(order: FoundOrder) => Cell[]> {
  const isMasked = !hasPermission(context, 'customers.view_personal')
  const hasDetails = names.some((name) => (detailColumns as readonly string[]).includes(name))
  const toDetails = hasDetails ? await loadDetailCells(context, orders, names, words) : undefined
  return (order) => {
    const cells: Partial<Record<OrderExportColumn, Cell>> = toRowCells(isMasked ? maskRow(order.row) : order.row, words)
    const details = toDetails?.(order)
    return names.map((name) => cells[name] ?? details?.[name] ?? null)
  }
}

const toRowCells = (order: OrderRow, { statuses }: ExportWords) => {
  const { currency } = order
  return {
    number: order.number,
    source: order.source,
    shopNumber: order.externalNumber,
    externalId: order.externalId,
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
  } satisfies Partial<Record<OrderExportColumn, Cell>>
}
