import type { Db } from '#server/db/database.ts'
import { cachedQueryByIds } from '#server/db/query-by-ids.ts'
import { selectNewestKey } from '#server/orders/tokens/token-parts-query.ts'
import { toCustomerToken } from '#server/orders/tokens/search-tokens.ts'
import { countLimit } from '#shared/constants.ts'
import type { OrderStatus } from '#shared/orders/order.ts'
import { sql } from 'kysely'

/** Customers that were neither merged into another one nor removed. */
const selectListed = (db: Db) =>
  db.selectFrom('customers').where('merged_into', 'is', null).where('removed_at', 'is', null)

/** How many customers there are, counted up to one more than counts say. */
export async function countListed(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom(
      selectListed(db)
        .select('number')
        .limit(countLimit + 1)
        .as('counted'),
    )
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The customers whose numbers begin with a text, or those that they were merged into, the newest first. */
export async function findNumbersFrom(db: Db, start: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('customers')
    .select(['number', 'merged_into'])
    .where('number', '>=', start)
    .where('number', '<', `${start}\u{10FFFF}`)
    .where('removed_at', 'is', null)
    .orderBy('number', 'desc')
    .limit(limit)
    .execute()
  return [...new Set(rows.map(({ number, merged_into }) => merged_into ?? number))]
}

/** The customers that were merged into these, each with the number of the one that was kept. */
export const listMergedInto = cachedQueryByIds<{ number: string; merged_into: string }>((db, numbers) =>
  db
    .selectFrom('customers')
    .select(['number', 'merged_into'])
    .where('merged_into', 'in', numbers)
    .$narrowType<{ merged_into: string }>()
    .compile(),
)

/** What a list shows of an order. */
export interface NewestOrder {
  key: number
  customer_name: string
  customer_sort_key: string
  email: string
  phone: string
  shipping_address: string
  placed_at: number
  status: OrderStatus
}

/** The newest order under each of these numbers. */
export async function findNewestOrders(db: Db, numbers: readonly string[]): Promise<Map<string, NewestOrder>> {
  const rows = await selectNewestOrders(db, numbers.map(toCustomerToken))
  const orders = new Map(rows.map(({ token, ...order }) => [token, order]))
  return new Map(
    numbers.flatMap((number) => {
      const order = orders.get(toCustomerToken(number))
      return order ? [[number, order] as const] : []
    }),
  )
}

/** In this order: each number is looked up on its own, by one row of the index of tokens and one of the orders. */
const selectNewestOrders = cachedQueryByIds<NewestOrder & { token: string }>((db, tokens) => {
  const wanted = sql`(values ${sql.join(tokens.map((token) => sql`(${token})`))})`
  return sql<NewestOrder & { token: string }>`
    select column1 as token, key, customer_name, customer_sort_key, email, phone, shipping_address, placed_at, status
    from ${wanted} as wanted cross join orders
    where key = (${selectNewestKey(db, sql`wanted.column1`)})`.compile(db)
})
