import type { Db } from '#server/db/database.ts'
import { cachedQueryByIds, queryByIds } from '#server/db/query-by-ids.ts'
import type { OrderRecord } from '#server/orders/store.ts'
import { selectEntries } from '#server/orders/tokens/token-parts-query.ts'

/** The orders with these numbers, in any order. */
export const findOrders = (db: Db, numbers: readonly string[]): Promise<OrderRecord[]> => selectOrders(db, numbers)

const selectOrders = cachedQueryByIds<OrderRecord>((db, numbers) =>
  db.selectFrom('orders').selectAll().where('number', 'in', numbers).compile(),
)

/** The orders that one of these search tokens finds, each with its token. */
export const findOrdersByToken = (
  db: Db,
  tokens: readonly string[],
): Promise<{ token: string; number: string; external_number: string }[]> =>
  queryByIds(tokens, (part) =>
    selectEntries(db, part)
      .innerJoin('orders', 'orders.key', 'entry.order_key')
      .select(['entry.token', 'orders.number', 'orders.external_number'])
      .limit(2000)
      .execute(),
  )
