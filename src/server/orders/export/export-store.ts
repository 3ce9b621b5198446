import type { Db } from '#server/db/database.ts'
import { cachedQueryByIds } from '#server/db/query-by-ids.ts'
import type { OrderLineRecord, OrderRecord } from '#server/db/schema/orders.ts'

/** Order data that an export has in addition to the rows of the list. */
const detailColumns = [
  'id',
  'subtotal_minor',
  'discount_minor',
  'shipping_minor',
  'shipping_tax_rate',
  'shipping_tax_minor',
  'tax_minor',
  'taxes_included',
] as const
export type OrderDetails = Pick<OrderRecord, (typeof detailColumns)[number]>

export const findDetails = cachedQueryByIds<OrderDetails>((db, ids) =>
  db.selectFrom('orders').select(detailColumns).where('id', 'in', ids).compile(),
)

/** The shipping addresses of orders, as JSON. */
export const findAddressesOf = cachedQueryByIds<{ id: string; shipping_address: string }>((db, ids) =>
  db.selectFrom('orders').select(['id', 'shipping_address']).where('id', 'in', ids).compile(),
)

/** The payments of orders, the first of each first. */
export const findPaymentsOf = cachedQueryByIds<{ order_id: string; provider: string; reference: string }>((db, ids) =>
  db
    .selectFrom('payments')
    .select(['order_id', 'provider', 'reference'])
    .where('order_id', 'in', ids)
    .orderBy('captured_at')
    .orderBy('number')
    .compile(),
)

/** The shipments of orders that were not cancelled, the first of each first. */
export const findShipmentsOf = cachedQueryByIds<{
  order_id: string
  carrier: string
  tracking_number: string
  shipped_at: number
}>((db, ids) =>
  db
    .selectFrom('shipments')
    .select(['order_id', 'carrier', 'tracking_number', 'shipped_at'])
    .where('order_id', 'in', ids)
    .where('cancelled_at', 'is', null)
    .orderBy('shipped_at')
    .orderBy('number')
    .compile(),
)

/** The lines of orders in their order. */
export const findLinesOf = cachedQueryByIds<OrderLineRecord>((db, ids) =>
  db
    .selectFrom('order_lines')
    .selectAll()
    .where('order_id', 'in', ids)
    .orderBy('order_id')
    .orderBy('position')
    .compile(),
)

/** The keys of orders by their numbers. */
export const findKeys = async (db: Db, numbers: readonly string[]): Promise<Map<string, number>> =>
  new Map(
    (await db.selectFrom('orders').select(['key', 'number']).where('number', 'in', numbers).execute()).map(
      ({ key, number }) => [number, key],
    ),
  )
