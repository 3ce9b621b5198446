import type { Cursor } from '#server/cursor.ts'
import { cachedQuery } from '#server/db/cached-query.ts'
import type { Db } from '#server/db/database.ts'
import type { OrdersTable, Tables } from '#server/db/schema.ts'
import type { TokenRange } from '#server/orders/search-tokens.ts'
import type { FulfillmentStatus, OrderStatus, PaymentStatus } from '#shared/orders/order.ts'
import { countLimit } from '#shared/constants.ts'
import { orderTabs, type OrderTab } from '#shared/orders/tabs.ts'
import type { OrderRow } from '#shared/orders/views.ts'
import {
  type CompiledQuery,
  type Expression,
  type ExpressionBuilder,
  type NotNull,
  type Selectable,
  sql,
  type SqlBool,
} from 'kysely'

/** Which orders; an empty list of statuses means all of them. */
export interface OrderFilter {
  status: readonly OrderStatus[]
  payment: readonly PaymentStatus[]
  fulfillment: readonly FulfillmentStatus[]
  currency?: readonly string[] | undefined
  /** Placed at or after this, ms. */
  from?: number | undefined
  /** Placed before this, ms. */
  until?: number | undefined
  /** Of every list of ranges an order has a token in one, at least. */
  words?: readonly (readonly TokenRange[])[] | undefined
}

export type OrderRecord = Selectable<OrdersTable>

const rowColumns = [
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
  'customer_name',
  'place',
  'item_count',
] as const

/** A row of a list and the key by which the list is read on. */
export interface FoundRow {
  id: string
  row: OrderRow
}

/** Up to `limit` orders behind the cursor, or from the end that `towards` comes from; in the direction in which they are read. */
export async function findOrderPage(
  db: Db,
  filter: OrderFilter,
  towards: Cursor['towards'],
  cursor: Cursor | undefined,
  limit: number,
): Promise<FoundRow[]> {
  const direction = towards === 'older' ? 'desc' : 'asc'
  let query = db
    .selectFrom('orders')
    .select(rowColumns)
    .where(matchesFilter(filter))
    .orderBy('placed_at', direction)
    .orderBy('id', direction)
    .limit(limit)
  if (cursor) {
    const [placedAt, id] = cursor.key as [number, string]
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('placed_at', 'id'), direction === 'asc' ? '>' : '<', tuple(placedAt, id)),
    )
  }
  return (await query.execute()).map((found) => ({ id: found.id, row: toOrderRow(found) }))
}

/** How many orders match, counted up to `limit`. */
export async function countOrders(db: Db, filter: OrderFilter, limit: number): Promise<number> {
  const { count } = await db
    .selectFrom(db.selectFrom('orders').select('id').where(matchesFilter(filter)).limit(limit).as('counted'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** How many orders each tab holds, counted up to one beyond `countLimit`, in one question. */
export async function countTabs(db: Db): Promise<Record<OrderTab, number>> {
  const [counts] = await queryTabCounts(db)
  if (!counts) throw new Error('Counts without a row.')
  return counts
}

const queryTabCounts = cachedQuery<Record<OrderTab, number>>((db) => {
  const countTab = (tab: OrderTab) => {
    const { status = [], payment = [], fulfillment = [] } = orderTabs[tab]
    return db
      .selectFrom(
        db
          .selectFrom('orders')
          .select('status')
          .where(matchesFilter({ status, payment, fulfillment }))
          .limit(countLimit + 1)
          .as(tab),
      )
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .as(tab)
  }
  return db.selectNoFrom([countTab('all'), countTab('toShip'), countTab('unpaid')]).compile() as CompiledQuery<
    Record<OrderTab, number>
  >
})

function matchesFilter({ status, payment, fulfillment, currency = [], from, until, words = [] }: OrderFilter) {
  return (eb: ExpressionBuilder<Tables, 'orders'>): Expression<SqlBool> =>
    eb.and([
      ...(status.length > 0 ? [eb('status', 'in', status)] : []),
      ...(payment.length > 0 ? [eb('payment_status', 'in', payment)] : []),
      ...(fulfillment.length > 0 ? [eb('fulfillment_status', 'in', fulfillment)] : []),
      ...(currency.length > 0 ? [eb('currency', 'in', currency)] : []),
      ...(from === undefined ? [] : [eb('placed_at', '>=', from)]),
      ...(until === undefined ? [] : [eb('placed_at', '<', until)]),
      ...words.map((ranges) => eb('id', 'in', orderIdsWithToken(eb, ranges))),
    ])
}

const orderIdsWithToken = (eb: ExpressionBuilder<Tables, 'orders'>, ranges: readonly TokenRange[]) =>
  eb
    .selectFrom('order_tokens')
    .select('order_id')
    .where((token) =>
      token.or(ranges.map(({ from, to }) => token.and([token('token', '>=', from), token('token', '<', to)]))),
    )

/** Whether any order has exactly this token. */
export async function hasToken(db: Db, token: string): Promise<boolean> {
  const found = await db
    .selectFrom('order_tokens')
    .select('token')
    .where('token', '=', token)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** The order of this number, whole. */
export const findOrder = (db: Db, number: string): Promise<OrderRecord | undefined> =>
  db.selectFrom('orders').selectAll().where('number', '=', number).executeTakeFirst()

/** An order's lines in their order. */
export const listLines = (db: Db, orderId: string) =>
  db.selectFrom('order_lines').selectAll().where('order_id', '=', orderId).orderBy('position').execute()

/** An order's payments, succeeded refunds and shipments, each in the order in which they happened. */
export async function listDocuments(db: Db, orderId: string) {
  const [payments, refunds, shipments] = await Promise.all([
    db
      .selectFrom('payments')
      .select(['number', 'provider', 'reference', 'amount_minor', 'captured_minor', 'refunded_minor', 'captured_at'])
      .where('order_id', '=', orderId)
      .orderBy('captured_at')
      .orderBy('number')
      .execute(),
    db
      .selectFrom('refunds as refund')
      .innerJoin('payments as payment', 'payment.id', 'refund.payment_id')
      .select(['refund.number', 'payment.number as payment_number', 'provider', 'refund.amount_minor', 'refunded_at'])
      .where('refund.order_id', '=', orderId)
      .where('refund.status', '=', 'succeeded')
      .$narrowType<{ refunded_at: NotNull }>()
      .orderBy('refunded_at')
      .orderBy('refund.number')
      .execute(),
    db
      .selectFrom('shipments as shipment')
      .select(['number', 'carrier', 'tracking_number', 'shipped_at'])
      .select(({ selectFrom }) =>
        selectFrom('shipment_lines')
          .whereRef('shipment_id', '=', 'shipment.id')
          .select(({ fn }) => fn.coalesce(fn.sum<number>('quantity'), sql<number>`0`).as('item_count'))
          .as('item_count'),
      )
      .where('order_id', '=', orderId)
      .orderBy('shipped_at')
      .orderBy('number')
      .execute(),
  ])
  return { payments, refunds, shipments }
}

/** A row of a list, out of a record or what was selected of one. */
export const toOrderRow = (found: Pick<OrderRecord, (typeof rowColumns)[number]>): OrderRow => ({
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
})
