import type { Db, Transaction } from '#server/db/database.ts'
import { isSqlite } from '#server/db/dialect.ts'
import { insertAll } from '#server/db/insert.ts'
import { cachedQueryByIds } from '#server/db/query-by-ids.ts'
import type { Tables } from '#server/db/schema.ts'
import { type Insertable, sql } from 'kysely'

/** A stored order found by its source and external id. */
export interface KnownOrder {
  externalId: string
  number: string
  hash: string
}

/** Scalar subqueries for each id: for a list of them, PostgreSQL reads all orders until it has statistics. */
const selectKnownOrders = cachedQueryByIds<{ externalId: string; number: string | null; hash: string }>((db, ids) => {
  const orderId = sql<string>`(select id from orders where source = ${''} and external_id = wanted.column1)`
  const wanted = sql`(values ${sql.join(ids.map((id) => sql`(${id})`))})`
  return sql<{ externalId: string; number: string | null; hash: string }>`
    select column1 as "externalId",
      (select number from orders where id = ${orderId}) as number,
      coalesce((select hash from order_imports where order_id = ${orderId} order by revision desc limit 1), '') as hash
    from ${wanted} as wanted`.compile(db)
})

/** Finds which of the orders are already stored; the hash is empty for an order that was not imported. */
export async function findKnownOrders(db: Db, source: string, externalIds: readonly string[]): Promise<KnownOrder[]> {
  const found = await selectKnownOrders(db, externalIds, [source, source])
  return found.flatMap(({ externalId, number, hash }) => (number === null ? [] : [{ externalId, number, hash }]))
}

/** The last version of an order from its shop: its draft as JSON. */
export const findPayload = (
  db: Db,
  source: string,
  externalId: string,
): Promise<Pick<Tables['order_imports'], 'order_id' | 'payload'> | undefined> =>
  db
    .selectFrom('orders')
    .innerJoin('order_imports', 'order_id', 'id')
    .select(['order_id', 'payload'])
    .where('source', '=', source)
    .where('external_id', '=', externalId)
    .orderBy('revision', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The last version of an order from its shop, and how many versions were taken over; `undefined` if it was never imported. */
export const findLastReceived = (
  db: Db,
  orderId: string,
): Promise<Pick<Tables['order_imports'], 'revision' | 'payload'> | undefined> =>
  db
    .selectFrom('order_imports')
    .select(['revision', 'payload'])
    .where('order_id', '=', orderId)
    .orderBy('revision', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Stores another version of an order that was taken over. */
export const insertReceived = (transaction: Transaction, row: Insertable<Tables['order_imports']>): Promise<void> =>
  insertAll(transaction, 'order_imports', [row])

/** The rows of imported orders by table, except ledger entries and events. */
export interface ImportedRows {
  orders: Insertable<Tables['orders']>[]
  order_lines: Insertable<Tables['order_lines']>[]
  order_tokens: Insertable<Tables['order_tokens']>[]
  order_imports: Insertable<Tables['order_imports']>[]
  payments: Insertable<Tables['payments']>[]
  refunds: Insertable<Tables['refunds']>[]
  shipments: Insertable<Tables['shipments']>[]
  shipment_lines: Insertable<Tables['shipment_lines']>[]
}

/** Inserts the rows of orders whose products are stored, without their tokens, parents before children because of the foreign keys. */
export async function insertImportedRows(transaction: Transaction, rows: ImportedRows): Promise<void> {
  await insertAll(transaction, 'orders', rows.orders)
  await insertAll(transaction, 'order_lines', rows.order_lines)
  await insertAll(transaction, 'order_imports', rows.order_imports)
  await insertAll(transaction, 'payments', rows.payments)
  await insertAll(transaction, 'refunds', rows.refunds)
  await insertAll(transaction, 'shipments', rows.shipments)
  await insertAll(transaction, 'shipment_lines', rows.shipment_lines)
}

/**
 * From how many tokens on they are inserted while the next orders are made. PostgreSQL takes a fifth less time for those of many orders at once,
 * sorted, because it finds the pages of their index in its caches; SQLite gains nothing, and writes them beside the program as they come.
 */
export const tokensAtOnce = (db: Db): number => (isSqlite(db) ? 1 : 50_000)

export const insertTokenRows = (transaction: Transaction, tokens: ImportedRows['order_tokens']): Promise<void> =>
  insertAll(
    transaction,
    'order_tokens',
    isSqlite(transaction) ? tokens : tokens.toSorted((a, b) => (a.token < b.token ? -1 : 1)),
  )
