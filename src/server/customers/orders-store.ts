import { cachedLookup } from '#server/db/cached-query.ts'
import type { Db } from '#server/db/database.ts'
import { isInPart, selectEntries } from '#server/orders/tokens/token-parts-query.ts'
import { toCustomerToken } from '#server/orders/tokens/search-tokens.ts'

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
