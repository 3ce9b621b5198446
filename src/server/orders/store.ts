import { cachedLookup, cachedQuery, type CachedQuery } from '#server/db/cached-query.ts'
import type { Db, Transaction } from '#server/db/database.ts'
import type { OrderRecord } from '#server/db/schema/orders.ts'
import { toCustomerSortKey } from '#server/orders/customer-sort-key.ts'
import { parseTags } from '#shared/orders/tags.ts'
import type { OrderRow } from '#shared/orders/views.ts'
import { sql } from 'kysely'

/** The columns of a list row. */
export const rowColumns = [
  'key',
  'id',
  'number',
  'source',
  'external_id',
  'external_number',
  'status',
  'payment_status',
  'fulfillment_status',
  'currency',
  'total_minor',
  'captured_minor',
  'refunded_minor',
  'placed_at',
  'customer_number',
  'customer_name',
  'place',
  'item_count',
  'assignee_id',
  'tags',
] as const

export type RowRecord = Pick<OrderRecord, (typeof rowColumns)[number]>

/** The version of the order with this id. */
export const findVersion = async (db: Db, id: string): Promise<number | undefined> =>
  (await selectVersion(db, [id]))[0]?.version

const selectVersion = cachedLookup<Pick<OrderRecord, 'version'>>((db) =>
  db.selectFrom('orders').select('version').where('id', '=', '').compile(),
)

/** The columns of an order that its actions change. */
export type OrderColumns = Pick<
  OrderRecord,
  | 'status'
  | 'payment_status'
  | 'fulfillment_status'
  | 'hold_reason'
  | 'hold_until'
  | 'cancelled_at'
  | 'cancel_reason'
  | 'archived'
  | 'customer_name'
  | 'email'
  | 'phone'
  | 'note'
  | 'customer_number'
  | 'shipping_method'
  | 'discount_code'
  | 'shipping_address'
  | 'billing_address'
  | 'place'
  | 'item_count'
  | 'subtotal_minor'
  | 'discount_minor'
  | 'shipping_minor'
  | 'tax_minor'
  | 'taxes_included'
  | 'tax_lines'
  | 'shipping_tax_rate'
  | 'shipping_tax_minor'
  | 'total_minor'
  | 'authorized_minor'
  | 'captured_minor'
  | 'refunded_minor'
  | 'refund_pending_minor'
  | 'granted_minor'
  | 'dispute_open_minor'
  | 'dispute_lost_minor'
  | 'dispute_offset_minor'
  | 'changed_at'
>

/** Writes the columns and the next version; returns false if the order has another version than `order` by now. */
export async function updateOrder(
  transaction: Transaction,
  order: Pick<OrderRecord, 'id' | 'version'>,
  columns: Partial<OrderColumns>,
): Promise<boolean> {
  const { customer_name: name } = columns
  const derived = name === undefined ? {} : { customer_sort_key: toCustomerSortKey(name) }
  const entries = Object.entries({ ...columns, ...derived }).toSorted()
  const update = getUpdate(entries.map(([column]) => column))
  const values = entries.map(([, value]) => value)
  return (await update(transaction, [...values, order.version + 1, order.id, order.version])).length > 0
}

/** Sets when an order last changed, without a new version. */
export const updateChangedAt = (transaction: Transaction, id: string, time: number): Promise<unknown> =>
  setChangedAt(transaction, [time, id])

const setChangedAt = cachedQuery((db) => db.updateTable('orders').set({ changed_at: 0 }).where('id', '=', '').compile())

const updates = new Map<string, CachedQuery<{ id: string }>>()

/** The statement that updates these columns of an order. */
const getUpdate = (columns: readonly string[]): CachedQuery<{ id: string }> =>
  updates.getOrInsertComputed(columns.join(), () =>
    cachedQuery((db) =>
      db
        .updateTable('orders')
        .set({ ...Object.fromEntries(columns.map((column) => [column, ''])), version: 0 })
        .where('id', '=', '')
        .where('version', '=', 0)
        .returning('id')
        .compile(),
    ),
  )

/** An order's refunds with the people who requested and decided them, in chronological order. */
export const listRefunds = (db: Db, orderId: string) => selectRefunds(db, [orderId])

const selectRefunds = cachedLookup((db) =>
  db
    .selectFrom('refunds as refund')
    .innerJoin('payments as payment', 'payment.id', 'refund.payment_id')
    .leftJoin('users as requester', 'requester.id', 'refund.requested_by')
    .leftJoin('users as decider', 'decider.id', 'refund.decided_by')
    .selectAll('refund')
    .select(['payment.number as payment_number', 'payment.provider'])
    .select(['requester.name as requester_name', 'decider.name as decider_name'])
    .where('refund.order_id', '=', '')
    .orderBy(sql`coalesce(refunded_at, refund.recorded_at)`)
    .orderBy('refund.number')
    .compile(),
)

/** An order's shipments with how many items are in each, in chronological order. */
export const listShipments = (db: Db, orderId: string) => selectShipments(db, [orderId])

const selectShipments = cachedLookup((db) =>
  db
    .selectFrom('shipments as shipment')
    .select(['number', 'carrier', 'tracking_number', 'shipped_at', 'delivered_at', 'cancelled_at', 'cancel_reason'])
    .select(({ selectFrom }) =>
      selectFrom('shipment_lines')
        .whereRef('order_id', '=', 'shipment.order_id')
        .whereRef('shipment_id', '=', 'shipment.id')
        .select(({ fn }) => fn.coalesce(fn.sum<number>('quantity'), sql<number>`0`).as('item_count'))
        .as('item_count'),
    )
    .where('order_id', '=', '')
    .orderBy('shipped_at')
    .orderBy('number')
    .compile(),
)

/** Converts a record, or its selected columns, to a list row. `names` has those of assignees by their ids. */
export const toOrderRow = (found: RowRecord, names: ReadonlyMap<string, string>): OrderRow => ({
  number: found.number,
  source: found.source,
  externalId: found.external_id,
  externalNumber: found.external_number,
  status: found.status,
  paymentStatus: found.payment_status,
  fulfillmentStatus: found.fulfillment_status,
  currency: found.currency,
  totalMinor: found.total_minor,
  capturedMinor: found.captured_minor,
  refundedMinor: found.refunded_minor,
  placedAt: found.placed_at,
  customerName: found.customer_name,
  place: found.place,
  itemCount: found.item_count,
  assignee: names.get(found.assignee_id ?? '') ?? null,
  tags: parseTags(found.tags),
})
