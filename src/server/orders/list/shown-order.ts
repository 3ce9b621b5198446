import { namePlace } from '#shared/countries.ts'
import type { Locale } from '#shared/locales.ts'
import type { OrderRow } from '#shared/orders/views.ts'
import type { ShownOrder } from '#shared/orders/page-views.ts'

/** An order as the table shows it. */
export const toShownOrder: Record<Locale, (row: OrderRow) => ShownOrder> = { en: keepShown('en'), zh: keepShown('zh') }

/** Returns the same object for the same row, so that the cached markup of the row is found. */
function keepShown(locale: Locale): (row: OrderRow) => ShownOrder {
  const shownOrders = new WeakMap<OrderRow, ShownOrder>()
  const pick = (row: OrderRow): ShownOrder => pickShown(row, locale)
  return (row) => shownOrders.getOrInsertComputed(row, pick)
}

/** Leaves out the quarter of the data that the table does not show. */
const pickShown = (row: OrderRow, locale: Locale): ShownOrder => ({
  number: row.number,
  source: row.source,
  externalNumber: row.externalNumber,
  status: row.status,
  paymentStatus: row.paymentStatus,
  fulfillmentStatus: row.fulfillmentStatus,
  currency: row.currency,
  totalMinor: row.totalMinor,
  placedAt: row.placedAt,
  customerName: row.customerName,
  place: namePlace(row.place, locale),
  itemCount: row.itemCount,
  assignee: row.assignee,
  tags: row.tags,
})
