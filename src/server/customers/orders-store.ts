import { yieldToEventLoop } from '#server/runtime/event-loop.ts'
import { cachedLookup } from '#server/db/cached-query.ts'
import type { Db } from '#server/db/database.ts'
import { isInPart, selectEntries } from '#server/orders/tokens/token-parts-query.ts'
import { toCustomerToken } from '#server/orders/tokens/search-tokens.ts'
import { sql } from 'kysely'

/** A part of the orders with one of the search tokens, the oldest first. */
export const listOrdersWithTokens = (
  db: Db,
  tokens: readonly string[],
  { offset, limit }: { offset: number; limit: number },
) =>
  selectEntries(db, tokens)
    .innerJoin('orders', 'orders.key', 'entry.order_key')
    .select(['orders.id', 'email', 'phone', 'customer_number'])
    .orderBy('entry.placed_at')
    .orderBy('entry.order_key')
    .offset(offset)
    .limit(limit)
    .execute()

/** The newest orders of these customers, the newest first. */
export async function listNewestOrders(db: Db, numbers: readonly string[], limit: number) {
  const orders = (await Promise.all(numbers.map((number) => selectNewest(db, [toCustomerToken(number), limit])))).flat()
  return orders.toSorted((a, b) => b.placed_at - a.placed_at || b.key - a.key).slice(0, limit)
}

const selectNewest = cachedLookup((db) =>
  db
    .selectFrom((query) =>
      query
        .selectFrom('order_tokens')
        .select('order_key')
        .where(isInPart(db, 'shared'))
        .where('token', '=', '')
        .orderBy('placed_at', 'desc')
        .orderBy('order_key', 'desc')
        .limit(0)
        .as('newest'),
    )
    .innerJoin('orders', 'orders.key', 'newest.order_key')
    .select([
      'key',
      'id',
      'number',
      'placed_at',
      'currency',
      'total_minor',
      'status',
      'payment_status',
      'fulfillment_status',
    ])
    .select(['customer_name', 'email', 'phone'])
    .compile(),
)

/** Orders that are added up at once: a counter sale may have made one customer of all who gave no address. */
const ordersPerSum = 5_000

/** The sums of all orders of a customer, without those merged into it: some for each currency, which others have to add up. */
export async function sumOrders(db: Db, number: string, limit = ordersPerSum): Promise<OrderSums[]> {
  const token = toCustomerToken(number)
  const sums = await selectSums(db, [token, 0, 0, limit])
  let count = countOf(sums)
  for (let after = [0, 0]; count === limit;) {
    const [last] = await selectKeyAhead(db, [token, ...after, limit - 1])
    if (!last) break
    await yieldToEventLoop()
    after = [last.placed_at, last.order_key]
    const part = await selectSums(db, [token, ...after, limit])
    count = countOf(part)
    sums.push(...part)
  }
  return sums
}

interface OrderSums {
  currency: string
  count: number
  spent_minor: number
  first_at: number
  last_at: number
}

const countOf = (sums: readonly OrderSums[]): number => sums.reduce((sum, { count }) => sum + count, 0)

const selectSums = cachedLookup((db) =>
  sql<OrderSums>`
    select orders.currency, count(*) as count, sum(captured_minor - refunded_minor) as spent_minor,
      min(orders.placed_at) as first_at, max(orders.placed_at) as last_at
    from (
      select order_key from order_tokens where ${isInPart(db, 'shared')} and token = ${''} and (placed_at, order_key) > (${0}, ${0})
      order by placed_at, order_key limit ${0}
    ) as part
    cross join orders where orders.key = part.order_key
    group by orders.currency`.compile(db),
)

const selectKeyAhead = cachedLookup((db) =>
  sql<{ placed_at: number; order_key: number }>`
    select placed_at, order_key from order_tokens where ${isInPart(db, 'shared')} and token = ${''} and (placed_at, order_key) > (${0}, ${0})
    order by placed_at, order_key limit 1 offset ${0}`.compile(db),
)

/** All orders of these customers, with what decides whether they are finished. */
export const listOrders = (db: Db, numbers: readonly string[]) =>
  db
    .selectFrom('order_tokens')
    .innerJoin('orders', 'orders.key', 'order_tokens.order_key')
    .select(['orders.number', 'status', 'total_minor', 'captured_minor', 'refunded_minor', 'granted_minor'])
    .select(['refund_pending_minor', 'dispute_open_minor', 'dispute_offset_minor'])
    .where(isInPart(db, 'shared'))
    .where('token', 'in', numbers.map(toCustomerToken))
    .orderBy('orders.placed_at')
    .orderBy('orders.key')
    .execute()

/** How many orders these customers have. */
export async function countOrders(db: Db, numbers: readonly string[]): Promise<number> {
  const { count } = await db
    .selectFrom('order_tokens')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(isInPart(db, 'shared'))
    .where('token', 'in', numbers.map(toCustomerToken))
    .executeTakeFirstOrThrow()
  return count
}

/** All orders of these customers. */
export const selectOrders = (db: Db, numbers: readonly string[]) =>
  db
    .selectFrom('order_tokens')
    .innerJoin('orders', 'orders.key', 'order_tokens.order_key')
    .where(isInPart(db, 'shared'))
    .where('token', 'in', numbers.map(toCustomerToken))
