import { cachedQuery } from '#server/db/cached-query.ts'
import type { Db, Transaction } from '#server/db/database.ts'
import { insertAll } from '#server/db/insert.ts'
import { idPlaceholders, queryByIds } from '#server/db/query-by-ids.ts'
import type { Tables } from '#server/db/schema.ts'
import { type Insertable, sql } from 'kysely'

/** A stored order found by its source and external id. */
export interface KnownOrder {
  externalId: string
  number: string
  hash: string
}

const selectKnownOrders = cachedQuery<KnownOrder>((db) =>
  db
    .selectFrom('orders')
    // Not a join: without statistics PostgreSQL would read all imports.
    .select(({ fn, selectFrom }) => [
      'external_id as externalId',
      'number',
      fn
        .coalesce(selectFrom('order_imports').select('hash').whereRef('order_id', '=', 'orders.id'), sql.lit(''))
        .as('hash'),
    ])
    .where('source', '=', '')
    .where('external_id', 'in', idPlaceholders)
    .compile(),
)

/** Finds which of the orders are already stored; the hash is empty for an order that was not imported. */
export const findKnownOrders = (db: Db, source: string, externalIds: readonly string[]): Promise<KnownOrder[]> =>
  queryByIds(externalIds, (ids) => selectKnownOrders(db, [source, ...ids]))

/** The draft that an order was imported from, as JSON. */
export async function findPayload(db: Db, source: string, externalId: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('orders')
    .innerJoin('order_imports', 'order_id', 'id')
    .select('payload')
    .where('source', '=', source)
    .where('external_id', '=', externalId)
    .executeTakeFirst()
  return found?.payload
}

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

/** Inserts the rows, parents before children because of the foreign keys. */
export async function insertImportedRows(transaction: Transaction, rows: ImportedRows): Promise<void> {
  await insertAll(transaction, 'orders', rows.orders)
  await insertAll(transaction, 'order_lines', rows.order_lines)
  await insertAll(transaction, 'order_tokens', rows.order_tokens)
  await insertAll(transaction, 'order_imports', rows.order_imports)
  await insertAll(transaction, 'payments', rows.payments)
  await insertAll(transaction, 'refunds', rows.refunds)
  await insertAll(transaction, 'shipments', rows.shipments)
  await insertAll(transaction, 'shipment_lines', rows.shipment_lines)
}
