import { cachedQueryByIds } from '#server/db/query-by-ids.ts'
import type { Transaction } from '#server/db/database.ts'
import { cachedInsert } from '#server/db/insert.ts'
import type { CustomerSumsTable } from '#server/db/schema/customers.ts'
import { isInPart } from '#server/orders/tokens/token-parts-query.ts'
import { sql } from 'kysely'

/** Adds to what is kept; each row is of a different customer or currency, and may be negative. */
export const addSums = cachedInsert('customer_sums', (insert) =>
  insert.onConflict((conflict) =>
    conflict.columns(['customer_number', 'currency']).doUpdateSet({
      order_count: sql`customer_sums.order_count + excluded.order_count`,
      spent_minor: sql`customer_sums.spent_minor + excluded.spent_minor`,
    }),
  ),
)

/** Deletes the sums of these customers in currencies in which they have no orders any more. */
export const deleteEmptySums = async (transaction: Transaction, numbers: readonly string[]): Promise<void> =>
  void (await transaction
    .deleteFrom('customer_sums')
    .where('customer_number', 'in', numbers)
    .where('order_count', '=', 0)
    .execute())

/** The sums of these customers by currency, without those merged into them. */
export const listSums = cachedQueryByIds<CustomerSumsTable>((db, numbers) =>
  db.selectFrom('customer_sums').selectAll().where('customer_number', 'in', numbers).orderBy('currency').compile(),
)

/** When the first and the last order with each of these tokens were placed; null for a token that no order has. */
export const listOrderTimes = cachedQueryByIds<{ first_at: number | null; last_at: number | null }>((db, tokens) => {
  const wanted = sql`(values ${sql.join(tokens.map((token) => sql`(${token})`))})`
  const placedAt = (direction: 'asc' | 'desc') => sql`(
    select placed_at from order_tokens where ${isInPart(db, 'shared')} and token = wanted.column1
    order by placed_at ${sql.raw(direction)}, order_key ${sql.raw(direction)} limit 1
  )`
  return sql<{ first_at: number | null; last_at: number | null }>`
    select ${placedAt('asc')} as first_at, ${placedAt('desc')} as last_at from ${wanted} as wanted`.compile(db)
})
