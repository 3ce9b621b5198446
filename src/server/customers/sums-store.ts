import type { Transaction } from '#server/db/database.ts'
import { cachedInsert } from '#server/db/insert.ts'
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
