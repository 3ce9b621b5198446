import { cachedQuery, type CachedQuery } from '#server/db/cached-query.ts'
import type { Db } from '#server/db/database.ts'
import type { RemovedOrdersTable } from '#server/db/schema/imports.ts'
import type { OrderRecord } from '#server/db/schema/orders.ts'
import { readingActions } from '#server/orders/digests/reading-actions.ts'
import { type Slice, sliceSize } from '#server/self-check/slices.ts'
import { type Compilable, type ExpressionBuilder, sql } from 'kysely'

/** Ranges of about `size` orders by id. Together they cover all keys, so that rows of missing orders are seen as well. */
export async function listOrderRanges(db: Db, size: number): Promise<Slice<string>[]> {
  const ranges: Slice<string>[] = []
  for (let after: string | null = null; ;) {
    const last = await selectIds(db, { after, through: null })
      .offset(size - 1)
      .limit(1)
      .executeTakeFirst()
    const through: string | null = last?.id ?? null
    ranges.push({ after, through })
    if (through === null) return ranges
    after = through
  }
}

/** What is counted of every order. */
export type OrderSummary = Pick<OrderRecord, (typeof summaryColumns)[number]>

const summaryColumns = [
  'id',
  'number',
  'source',
  'status',
  'payment_status',
  'fulfillment_status',
  'archived',
  'currency',
  'total_minor',
  'captured_minor',
  'refunded_minor',
  'customer_number',
  'placed_at',
] as const

/** The orders of a range by id, and those that were removed, a slice at a time. Together the slices cover the keys of the range. */
export async function* orderSlices(
  db: Db,
  { after: start, through: end }: Slice<string>,
): AsyncGenerator<{ orders: OrderSummary[]; removed: RemovedOrdersTable[]; slice: Slice<string> }> {
  for (let after = start; ;) {
    const orders: OrderSummary[] = await listSummaries(db, { after, through: end })
    const isFull = orders.length === sliceSize
    const removed = await listRemoved(db, { after, through: isFull ? (orders.at(-1)?.id ?? null) : end })
    const isLast = !isFull && removed.length < sliceSize
    // Those that were removed have events and entries, too.
    const ends = [isFull && orders.at(-1)?.id, removed.length === sliceSize && removed.at(-1)?.order_id]
    const through: string | null = isLast ? end : (ends.filter((id) => typeof id === 'string').toSorted()[0] ?? null)
    const isWithin = (id: string): boolean => through === null || id <= through
    yield {
      orders: orders.filter(({ id }) => isWithin(id)),
      removed: removed.filter(({ order_id }) => isWithin(order_id)),
      slice: { after, through },
    }
    if (isLast) return
    after = through
  }
}

const selectIds = (db: Db, range: Slice<string>) =>
  db.selectFrom('orders').select('id').where(isIn(range, 'id')).orderBy('id')

/** A query for the rows of a slice, without other parameters, compiled once for each combination of ends that slices have. */
export function sliceQuery<Row>(
  build: (db: Db, slice: Slice<string>) => Compilable<Row>,
): (db: Db, slice: Slice<string>) => Promise<Row[]> {
  const queries = new Map<string, CachedQuery<Row>>()
  return (db, slice) => {
    const { after, through } = slice
    const query = queries.getOrInsertComputed(`${after === null} ${through === null}`, () =>
      cachedQuery((any) => build(any, slice).compile()),
    )
    return query(
      db,
      [after, through].filter((id) => id !== null),
    )
  }
}

const listSummaries = sliceQuery((db, slice) =>
  db.selectFrom('orders').select(summaryColumns).where(isIn(slice, 'id')).orderBy('id').limit(sql.lit(sliceSize)),
)

const listRemoved = sliceQuery((db, slice) =>
  db
    .selectFrom('removed_orders')
    .selectAll()
    .where(isIn(slice, 'order_id'))
    .orderBy('order_id')
    .limit(sql.lit(sliceSize)),
)

export const listOrders = sliceQuery((db, slice) =>
  db.selectFrom('orders').selectAll().where(isIn(slice, 'id')).orderBy('id'),
)

/** What the events of the orders of a slice say, and whether they may have changed rows. */
export const listEventParameters = sliceQuery((db, slice) =>
  db
    .selectFrom('events')
    .select(['object_id as order_id', 'parameters'])
    .select(
      sql<number>`case when action in (${sql.join(readingActions.map((action) => sql.lit(action)))}) then 0 else 1 end`.as(
        'is_change',
      ),
    )
    .where('object_type', '=', sql.lit('order'))
    .where(isIn(slice, 'object_id')),
)

/** The condition that a column with the id of an order lies in a slice. */
export const isIn =
  ({ after, through }: Slice<string>, column: string) =>
  // oxlint-disable-next-line typescript/no-explicit-any -- the same for the columns of several tables
  ({ eb, and }: ExpressionBuilder<any, any>) =>
    and([...(after === null ? [] : [eb(column, '>', after)]), ...(through === null ? [] : [eb(column, '<=', through)])])
