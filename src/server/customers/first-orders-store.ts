import type { Db, Transaction } from '#server/db/database.ts'
import { sharedPart } from '#server/orders/tokens/token-parts.ts'
import { cachedInsert } from '#server/db/insert.ts'
import { cachedLookup, cachedQuery } from '#server/db/cached-query.ts'
import type { FirstOrdersTable } from '#server/db/schema/customers.ts'
import { toCustomerToken } from '#server/orders/tokens/search-tokens.ts'
import { countedStatuses } from '#shared/orders/order.ts'
import { type RawBuilder, sql } from 'kysely'

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

/** The first order of each of these customers, and of each that was merged into one, by the customer that it counts for. */
export const listFirstOrders = (db: Db, numbers: readonly string[]): Promise<FirstOrdersTable[]> =>
  db
    .selectFrom('customers')
    .innerJoin('orders', (join) => join.on('orders.key', '=', firstKey('customers.number')))
    .select(({ fn }) => fn.coalesce('customers.merged_into', 'customers.number').as('customer_number'))
    .select(['orders.key as order_key', 'orders.currency', 'orders.placed_at'])
    .where(({ eb, or }) => or([eb('customers.number', 'in', numbers), eb('customers.merged_into', 'in', numbers)]))
    .execute()

/** The key of the first order of the customer with the number in a column, apart from drafts and cancelled ones and from those merged into it. */
export const firstKey = (numberColumn: string): RawBuilder<number | null> => sql`(
  select own.order_key from order_tokens as own inner join orders as counted on counted.key = own.order_key
  where own.part = ${sql.lit(sharedPart)} and own.token = ${toCustomerToken('')} || ${sql.ref(numberColumn)}
    and counted.status in (${sql.join(countedStatuses.map((status) => sql.lit(status)))})
  order by own.placed_at, own.order_key limit 1
)`

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
