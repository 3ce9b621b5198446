import type { Db } from '#server/db/database.ts'
import { selectEntries } from '#server/orders/tokens/token-parts-query.ts'
import type { OrderRecord } from '#server/db/schema/orders.ts'

const maxOrders = 5

interface Similar {
  number: string
  currency: string
  totalMinor: number
  /** When they were placed, ms, both included. */
  from: number
  to: number
}

export type SimilarOrder = Pick<OrderRecord, 'number' | 'placed_at' | 'email' | 'phone' | 'customer_number'>

/** At most five other orders with one of the tokens and the same total that are not cancelled. */
export const findSimilarOrders = (
  db: Db,
  tokens: readonly string[],
  { number, currency, totalMinor, from, to }: Similar,
): Promise<SimilarOrder[]> =>
  selectEntries(db, tokens)
    .innerJoin('orders', 'orders.key', 'entry.order_key')
    .select(['orders.number', 'orders.placed_at', 'orders.email', 'orders.phone', 'orders.customer_number'])
    .distinct()
    .where('entry.placed_at', '>=', from)
    .where('entry.placed_at', '<=', to)
    .where('orders.total_minor', '=', totalMinor)
    .where('orders.currency', '=', currency)
    .where('orders.status', '<>', 'cancelled')
    .where('orders.number', '<>', number)
    .limit(maxOrders)
    .execute()
