import type { Db, Transaction } from '#server/db/database.ts'
import { cachedInsert } from '#server/db/insert.ts'
import { cachedLookup, cachedQuery } from '#server/db/cached-query.ts'
import { sql } from 'kysely'

/** Keeps the earlier one of each customer, by the time of the order and then by its key. Each row is of a different customer. */
export const upsertEarlier = cachedInsert('first_orders', (insert) =>
  insert.onConflict((conflict) =>
    conflict
      .column('customer_number')
      .doUpdateSet(({ ref }) => ({
        order_key: ref('excluded.order_key'),
        currency: ref('excluded.currency'),
        placed_at: ref('excluded.placed_at'),
      }))
      .where(sql<boolean>`(excluded.placed_at, excluded.order_key) < (first_orders.placed_at, first_orders.order_key)`),
  ),
)

/** The customers that these are merged into, or they themselves. */
export async function listRoots(db: Db, numbers: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('customers')
    .select(({ fn }) => fn.coalesce('merged_into', 'number').as('number'))
    .distinct()
    .where('number', 'in', numbers)
    .execute()
  return rows.map(({ number }) => number)
}

export const deleteFirstOrders = async (transaction: Transaction, numbers: readonly string[]): Promise<void> =>
  void (await transaction.deleteFrom('first_orders').where('customer_number', 'in', numbers).execute())

/** How many customers have their first order in a currency from `from` until before `until`, ms; at most `limit`. */
export async function countFirstOrders(
  db: Db,
  { currency, from, until, limit }: { currency: string; from: number; until: number; limit: number },
): Promise<number> {
  const [counted] = await selectCount(db, [currency, from, until, limit])
  return counted?.count ?? 0
}

const selectCount = cachedQuery((db) =>
  db
    .selectFrom((query) =>
      query
        .selectFrom('first_orders')
        .select('placed_at')
        .where('currency', '=', '')
        .where('placed_at', '>=', 0)
        .where('placed_at', '<', 0)
        .limit(0)
        .as('first'),
    )
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .compile(),
)

/** The currencies of orders, also of those that are not merged into the counts yet. */
export async function listCurrencies(db: Db): Promise<string[]> {
  const rows = await selectCurrencies(db)
  return rows.map(({ currency }) => currency)
}

const selectCurrencies = cachedLookup((db) =>
  db
    .selectFrom('order_counts')
    .select('currency')
    .union(db.selectFrom('order_count_changes').select('currency'))
    .compile(),
)
