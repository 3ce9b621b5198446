import { cachedLookup, cachedQuery } from '#server/db/cached-query.ts'
import type { Db, Transaction } from '#server/db/database.ts'
import { cachedInsert, insertAll } from '#server/db/insert.ts'
import type { OrderCountChangesTable, OrderCountsTable, OrderDayCountsTable } from '#server/db/schema/orders.ts'
import { fulfillmentStatuses, countedStatuses, paymentStatuses } from '#shared/orders/order.ts'
import { sql } from 'kysely'

export const insertCountChanges = (transaction: Transaction, rows: OrderCountChangesTable[]): Promise<void> =>
  insertAll(transaction, 'order_count_changes', rows)

export async function hasCountChanges(db: Db): Promise<boolean> {
  return (await db.selectFrom('order_count_changes').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** Deletes up to `limit` changes and returns them. One that another transaction is deleting is waited for and left to it. */
export const takeCountChanges = (transaction: Transaction, limit: number): Promise<OrderCountChangesTable[]> =>
  transaction
    .deleteFrom('order_count_changes')
    .where('id', 'in', ({ selectFrom }) => selectFrom('order_count_changes').select('id').orderBy('id').limit(limit))
    .returningAll()
    .execute()

/** Adds to the counts; each row is a different key, as an upsert may touch a row only once. */
export async function addToCounts(
  transaction: Transaction,
  counts: OrderCountsTable[],
  dayCounts: OrderDayCountsTable[],
): Promise<void> {
  await upsertCounts(transaction, counts)
  await upsertDayCounts(transaction, dayCounts)
}

const upsertCounts = cachedInsert('order_counts', (insert) =>
  insert.onConflict((conflict) =>
    conflict
      .columns(['currency', 'status', 'payment_status', 'fulfillment_status', 'archived'])
      .doUpdateSet({ order_count: sql`order_counts.order_count + excluded.order_count` }),
  ),
)

const upsertDayCounts = cachedInsert('order_day_counts', (insert) =>
  insert.onConflict((conflict) =>
    conflict.columns(['currency', 'day', 'status', 'source']).doUpdateSet({
      order_count: sql`order_day_counts.order_count + excluded.order_count`,
      total_millions: sql`order_day_counts.total_millions + excluded.total_millions`,
      total_rest: sql`order_day_counts.total_rest + excluded.total_rest`,
    }),
  ),
)

/** What the columns of the database add up to. */
export interface SumRow {
  count: number
  millions: number
  rest: number
}

/** The sums of the orders of each source, the most orders first; the parameters are those of `selectDayCounts`. */
export const selectSourceSums = cachedLookup<SumRow & { source: string }>((db) =>
  selectDayCounts(db)
    .select('source')
    .select(({ fn }) => [
      fn.sum<number>('order_count').as('count'),
      fn.sum<number>('total_millions').as('millions'),
      fn.sum<number>('total_rest').as('rest'),
    ])
    .groupBy('source')
    .orderBy('count', 'desc')
    .orderBy('source')
    .compile(),
)

/** The newest day with orders; the parameters are those of `selectDayCounts`. */
export const selectLatestDay = cachedLookup((db) =>
  selectDayCounts(db)
    .select('day')
    .groupBy('day')
    .having(({ fn }) => fn.sum('order_count'), '>', sql.lit(0))
    .orderBy('day', 'desc')
    .limit(sql.lit(1))
    .compile(),
)

/** The counts by day and the changes that are not merged yet; of each, the currency, the first and the last day are parameters of the query. */
function selectDayCounts(db: Db) {
  const countsIn = (table: 'order_day_counts' | 'order_count_changes', count: 'order_count' | 'change') =>
    db
      .selectFrom(table)
      .select(['day', 'source', sql.ref<number>(count).as('order_count'), 'total_millions', 'total_rest'])
      .where('currency', '=', '')
      .where('status', 'in', countedStatuses.map(sql.lit))
      .where('day', '>=', '')
      .where('day', '<=', '')
  const counted = countsIn('order_day_counts', 'order_count').unionAll(countsIn('order_count_changes', 'change'))
  return db.selectFrom(counted.as('counted'))
}

/** The sum of the orders in a currency that were placed from a time until before another; it looks at each of them. */
export const selectSumBetween = cachedQuery<SumRow>((db) =>
  db
    .selectFrom('orders')
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      sql<number>`coalesce(sum(total_minor / 1000000), 0)`.as('millions'),
      sql<number>`coalesce(sum(total_minor % 1000000), 0)`.as('rest'),
    ])
    // All of them, so that the databases look for the time in the index, which has it after these columns.
    .where('archived', 'in', [sql.lit(0), sql.lit(1)])
    .where('currency', '=', '')
    .where('status', 'in', countedStatuses.map(sql.lit))
    .where('payment_status', 'in', paymentStatuses.map(sql.lit))
    .where('fulfillment_status', 'in', fulfillmentStatuses.map(sql.lit))
    .where('placed_at', '>=', 0)
    .where('placed_at', '<', 0)
    .compile(),
)
