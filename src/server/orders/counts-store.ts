import { cachedQuery } from '#server/db/cached-query.ts'
import type { Db, Transaction } from '#server/db/database.ts'
import { insertAll } from '#server/db/insert.ts'
import type { OrderCountChangesTable, OrderCountsTable, OrderDayCountsTable } from '#server/db/schema.ts'
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
  if (counts.length > 0)
    await transaction
      .insertInto('order_counts')
      .values(counts)
      .onConflict((conflict) =>
        conflict
          .columns(['currency', 'status', 'payment_status', 'fulfillment_status'])
          .doUpdateSet({ order_count: sql`order_counts.order_count + excluded.order_count` }),
      )
      .execute()
  if (dayCounts.length > 0)
    await transaction
      .insertInto('order_day_counts')
      .values(dayCounts)
      .onConflict((conflict) =>
        conflict
          .columns(['currency', 'day', 'status'])
          .doUpdateSet({ order_count: sql`order_day_counts.order_count + excluded.order_count` }),
      )
      .execute()
}

/** How many orders there are of each currency and combination of statuses; combinations without orders are left out. */
export const listOrderCounts = cachedQuery<OrderCountsTable>((db) =>
  db
    .selectFrom((query) =>
      query
        .selectFrom('order_counts')
        .selectAll()
        .unionAll(
          query
            .selectFrom('order_count_changes')
            .select(['currency', 'status', 'payment_status', 'fulfillment_status', 'change as order_count']),
        )
        .as('counted'),
    )
    .select(['currency', 'status', 'payment_status', 'fulfillment_status'])
    .select(({ fn }) => fn.sum<number>('order_count').as('order_count'))
    .groupBy(['currency', 'status', 'payment_status', 'fulfillment_status'])
    .having(({ fn }) => fn.sum('order_count'), '<>', 0)
    .orderBy('currency')
    .compile(),
)
