import type { Db } from '#server/db/database.ts'
import { selectEntries } from '#server/orders/tokens/token-parts-query.ts'
import { sql } from 'kysely'
import type { OrderRecord } from '#server/db/schema/orders.ts'

const maxOrders = 5

interface Similar {
  number: string
  currency: string
  totalMinor: number
  placedAt: number
  /** When they were placed, ms, both included. */
  from: number
  to: number
}

export type SimilarOrder = Pick<OrderRecord, 'number' | 'email' | 'phone' | 'customer_number'> & { apart_ms: number }

/** At most five other orders with one of the tokens and the same total that are not cancelled, the nearest to `placedAt` first. */
export const findSimilarOrders = (
  db: Db,
  tokens: readonly string[],
  { number, currency, totalMinor, placedAt, from, to }: Similar,
): Promise<SimilarOrder[]> =>
  selectEntries(db, tokens)
    .innerJoin('orders', 'orders.key', 'entry.order_key')
    .select(['orders.number', 'orders.email', 'orders.phone', 'orders.customer_number'])
    .select(sql<number>`abs(orders.placed_at - ${placedAt})`.as('apart_ms'))
    .distinct()
    .where('entry.placed_at', '>=', from)
    .where('entry.placed_at', '<=', to)
    .where('orders.total_minor', '=', totalMinor)
    .where('orders.currency', '=', currency)
    .where('orders.status', '<>', 'cancelled')
    .where('orders.number', '<>', number)
    .orderBy('apart_ms')
    .orderBy('orders.number')
    .limit(maxOrders)
    .execute()
