import { namePlace } from '#shared/countries.ts'
import type { Locale } from '#shared/locales.ts'
import type { OrderRow } from '#shared/orders/views.ts'
import type { ShownOrder } from '#shared/orders/page-views.ts'

/** An order as the table shows it. */
export const toShownOrder: Record<Locale, (row: OrderRow) => ShownOrder> = { en: keepShown('en'), zh: keepShown('zh') }

/** Reuses the objects of orders that were not read again, so that the cached markup of their rows is found. */
function keepShown(locale: Locale): (row: OrderRow) => ShownOrder {
  const shownOrders = new WeakMap<OrderRow, ShownOrder>()
  const pick = (row: OrderRow): ShownOrder => pickShown(row, locale)
  return (row) => shownOrders.getOrInsertComputed(row, pick)
}

/** Leaves out what the table does not show, which is a quarter of the data. */
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
