import { discardPackedOf } from '#server/orders/tokens/packed-postings-store.ts'
import type { Db, Transaction } from '#server/db/database.ts'
import { insertAll } from '#server/db/insert.ts'
import { cachedQueryByIds, queryByIds } from '#server/db/query-by-ids.ts'
import type { RemovedOrdersTable } from '#server/db/schema/imports.ts'
import { toImportToken } from '#server/orders/tokens/filter-tokens.ts'
import type { OrderRecord } from '#server/db/schema/orders.ts'
import { sharedPart } from '#server/orders/tokens/token-parts.ts'

/** A part of the orders of an import, the oldest first, after the order `after`. */
export const listOrdersOfImport = (
  db: Db,
  number: string,
  { after, limit }: { after: Pick<OrderRecord, 'placed_at' | 'key'> | undefined; limit: number },
): Promise<OrderRecord[]> =>
  db
    .selectFrom('order_tokens as found')
    .innerJoin('orders', 'orders.key', 'found.order_key')
    .selectAll('orders')
    .where('found.part', '=', sharedPart)
    .where('found.token', '=', toImportToken(number))
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('found.placed_at', 'found.order_key'), '>', tuple(after?.placed_at ?? 0, after?.key ?? 0)),
      ),
    )
    .orderBy('found.placed_at')
    .orderBy('found.order_key')
    .limit(limit)
    .execute()

/** How many lines orders have, by their id. */
export async function countLines(db: Db, orderIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await selectLineCounts(db, orderIds)
  return new Map(rows.map(({ order_id, count }) => [order_id, count]))
}

const selectLineCounts = cachedQueryByIds<{ order_id: string; count: number }>((db, ids) =>
  db
    .selectFrom('order_lines')
    .select('order_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('order_id', 'in', ids)
    .groupBy('order_id')
    .compile(),
)

/** The numbers of the payments, refunds and shipments of orders. */
export const listDocumentNumbers = (
  db: Db,
  orderIds: readonly string[],
): Promise<{ order_id: string; number: string }[]> =>
  queryByIds(orderIds, async (ids) =>
    (
      await Promise.all(
        (['payments', 'refunds', 'shipments'] as const).map((table) =>
          db.selectFrom(table).select(['order_id', 'number']).where('order_id', 'in', ids).orderBy('number').execute(),
        ),
      )
    ).flat(),
  )

export const insertRemoved = (transaction: Transaction, rows: readonly RemovedOrdersTable[]): Promise<void> =>
  insertAll(transaction, 'removed_orders', rows)

/** The rows that an import writes of an order, and those that are made without an event; children before parents because of the foreign keys. */
const tablesByOrder = [
  'shipment_lines',
  'shipments',
  'order_claims',
  'refunds',
  'payments',
  'order_imports',
  'order_lines',
] as const

/** Deletes these orders with all their rows, except those that customers are found by: delete their search tokens first. */
export async function deleteOrders(transaction: Transaction, orderIds: readonly string[]): Promise<void> {
  for (const table of tablesByOrder) await transaction.deleteFrom(table).where('order_id', 'in', orderIds).execute()
  await transaction.deleteFrom('orders').where('id', 'in', orderIds).execute()
}

export async function deleteTokens(transaction: Transaction, orderKeys: readonly number[]): Promise<void> {
  await discardPackedOf(transaction, orderKeys)
  await transaction.deleteFrom('order_tokens').where('order_key', 'in', orderKeys).execute()
}

/** Which of these external ids of a shop removed orders had. */
export async function findRemovedIds(db: Db, source: string, externalIds: readonly string[]): Promise<Set<string>> {
  const rows = await selectRemovedIds(db, externalIds, [source])
  return new Set(rows.map(({ external_id }) => external_id))
}

const selectRemovedIds = cachedQueryByIds<{ external_id: string }>((db, ids) =>
  db
    .selectFrom('removed_orders')
    .select('external_id')
    .where('source', '=', '')
    .where('external_id', 'in', ids)
    .compile(),
)

/** The import with which an order was removed. */
export const findRemoval = (db: Db, number: string) =>
  db
    .selectFrom('removed_orders')
    .innerJoin('imports', 'imports.number', 'removed_orders.import_number')
    .leftJoin('users', 'users.id', 'imports.undo_user_id')
    .select(['removed_orders.import_number', 'imports.file_name', 'imports.undo_started_at', 'users.name as user_name'])
    .where('removed_orders.number', '=', number)
    .executeTakeFirst()
