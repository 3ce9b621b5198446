import { cachedQuery } from '#server/db/cached-query.ts'
import type { Db, Transaction } from '#server/db/database.ts'
import { cachedInsert } from '#server/db/insert.ts'
import { cachedQueryByIds, queryByIds } from '#server/db/query-by-ids.ts'
import type { CustomerRecord } from '#server/db/schema/customers.ts'
import { isInPart } from '#server/orders/tokens/token-parts-query.ts'
import { toCustomerToken } from '#server/orders/tokens/search-tokens.ts'
import { countedStatuses } from '#shared/orders/order.ts'
import { sql } from 'kysely'

/** What is stored of a customer to sort and filter by. */
export type StoredKeys = Pick<CustomerRecord, 'number' | 'name_sort_key' | 'order_count' | 'last_order_at'>

/** Adds to the number of orders of customers; each row is of a different one. */
export const addOrders = cachedInsert('customers', (insert) =>
  insert.onConflict((conflict) =>
    conflict.column('number').doUpdateSet({
      order_count: sql`customers.order_count + excluded.order_count`,
      last_order_at: sql`case when excluded.last_order_at > customers.last_order_at then excluded.last_order_at else customers.last_order_at end`,
    }),
  ),
)

/** What these customers are sorted by, of those that have no name in a profile. */
export async function findNameKeys(db: Db, numbers: readonly string[]): Promise<Map<string, string>> {
  const rows = await selectNameKeys(db, numbers)
  return new Map(rows.map(({ number, name_sort_key }) => [number, name_sort_key]))
}

const selectNameKeys = cachedQueryByIds<{ number: string; name_sort_key: string }>((db, numbers) =>
  db
    .selectFrom('customers')
    .leftJoin('customer_profiles', 'customer_profiles.customer_number', 'customers.number')
    .select(['customers.number', 'customers.name_sort_key'])
    .where('customers.number', 'in', numbers)
    .where(({ fn }) => fn.coalesce('customer_profiles.name', sql.lit('')), '=', sql.lit(''))
    .compile(),
)

export const listKeys = cachedQueryByIds<StoredKeys>((db, numbers) =>
  db
    .selectFrom('customers')
    .select(['number', 'name_sort_key', 'order_count', 'last_order_at'])
    .where('number', 'in', numbers)
    .compile(),
)

export async function updateKeys(transaction: Transaction, rows: readonly StoredKeys[]): Promise<void> {
  for (const { number, name_sort_key, order_count, last_order_at } of rows)
    await setKeys(transaction, [name_sort_key, order_count, last_order_at, number])
}

const setKeys = cachedQuery((db) =>
  db
    .updateTable('customers')
    .set({ name_sort_key: '', order_count: 0, last_order_at: 0 })
    .where('number', '=', '')
    .compile(),
)

export const updateNameKey = async (transaction: Transaction, number: string, key: string): Promise<void> =>
  void (await setNameKey(transaction, [key, number, key]))

const setNameKey = cachedQuery((db) =>
  db
    .updateTable('customers')
    .set({ name_sort_key: '' })
    .where('number', '=', '')
    .where('name_sort_key', '<>', '')
    .compile(),
)

/** How many orders these customers, with those merged into them, have that are neither drafts nor cancelled, and when the newest was placed. */
export async function countOrdersOf(
  db: Db,
  numbers: readonly string[],
): Promise<Map<string, { order_count: number; last_order_at: number }>> {
  const merged = await queryByIds(numbers, (ids) =>
    db
      .selectFrom('customers')
      .select(['number', 'merged_into'])
      .where('merged_into', 'in', [...ids])
      .execute(),
  )
  const roots = new Map(merged.map(({ number, merged_into }) => [number, merged_into ?? number]))
  const counts = new Map<string, { order_count: number; last_order_at: number }>()
  for (const { token, order_count, last_order_at } of await selectCounts(
    db,
    [...numbers, ...roots.keys()].map(toCustomerToken),
  )) {
    const number = token.slice(tokenStart)
    const root = roots.get(number) ?? number
    const known = counts.get(root) ?? { order_count: 0, last_order_at: 0 }
    counts.set(root, {
      order_count: known.order_count + order_count,
      last_order_at: Math.max(known.last_order_at, last_order_at),
    })
  }
  return counts
}

const tokenStart = toCustomerToken('').length

const selectCounts = cachedQueryByIds<{ token: string; order_count: number; last_order_at: number }>((db, tokens) =>
  db
    .selectFrom('order_tokens')
    .innerJoin('orders', 'orders.key', 'order_tokens.order_key')
    .select('token')
    .select(({ fn }) => [fn.countAll<number>().as('order_count'), fn.max('orders.placed_at').as('last_order_at')])
    .where(isInPart(db, 'shared'))
    .where('token', 'in', tokens)
    .where('status', 'in', countedStatuses.map(sql.lit))
    .groupBy('token')
    .compile(),
)

/** Counts the orders of all customers, which have none yet. */
export const fillOrderCounts = (transaction: Transaction) =>
  transaction
    .updateTable('customers')
    .from(
      transaction
        .selectFrom('orders')
        .innerJoin('customers', 'customers.number', 'orders.customer_number')
        .select(({ fn }) => [
          fn.coalesce('customers.merged_into', 'customers.number').as('root'),
          fn.countAll<number>().as('count'),
          fn.max('orders.placed_at').as('last'),
        ])
        .where('orders.status', 'in', [...countedStatuses])
        .groupBy('root')
        .as('counted'),
    )
    .set(({ ref }) => ({ order_count: ref('counted.count'), last_order_at: ref('counted.last') }))
    .whereRef('customers.number', '=', 'counted.root')
    .execute()

/** A part of all customers, also those that were merged or removed. */
export async function listNumbersAfter(db: Db, after: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('customers')
    .select('number')
    .where('number', '>', after)
    .orderBy('number')
    .limit(limit)
    .execute()
  return rows.map(({ number }) => number)
}
