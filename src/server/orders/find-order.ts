import { cachedLookup } from '#server/db/cached-query.ts'
import type { Db } from '#server/db/database.ts'
import { cachedQueryByIds } from '#server/db/query-by-ids.ts'
import type { OrderRecord } from '#server/db/schema/orders.ts'

/** Finds an order by its number. */
export const findOrder = async (db: Db, number: string): Promise<OrderRecord | undefined> =>
  (await selectOrder(db, [number]))[0]

const selectOrder = cachedLookup<OrderRecord>((db) =>
  db.selectFrom('orders').selectAll().where('number', '=', '').compile(),
)

/** The orders with these numbers, in any order; numbers without an order are left out. */
export const findOrdersByNumber = (db: Db, numbers: readonly string[]): Promise<OrderRecord[]> =>
  selectOrders(db, numbers)

const selectOrders = cachedQueryByIds<OrderRecord>((db, numbers) =>
  db.selectFrom('orders').selectAll().where('number', 'in', numbers).compile(),
)
