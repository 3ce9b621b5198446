import type { Db } from '#server/db/database.ts'
import { sql } from 'kysely'

/** The numbers of the orders on hold until a day that is not after `today`, `YYYY-MM-DD`, the earliest first, those of a day by number. */
export async function listDueHolds(db: Db, today: string): Promise<string[]> {
  const orders = await db
    .selectFrom('orders')
    .select('number')
    // As a literal, so that the databases use the index of orders with an end of their hold.
    .where('hold_until', '<>', sql.lit(''))
    .where('hold_until', '<=', today)
    .orderBy('hold_until')
    .orderBy('number')
    .execute()
  return orders.map(({ number }) => number)
}
