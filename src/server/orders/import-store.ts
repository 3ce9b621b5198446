import { cachedQuery } from '#server/db/cached-query.ts'
import type { Db, Transaction } from '#server/db/database.ts'
import { insertAll } from '#server/db/insert.ts'
import type { Tables } from '#server/db/schema.ts'
import type { Insertable } from 'kysely'

/** A stored order found by its source and external id. */
export interface KnownOrder {
  externalId: string
  number: string
  hash: string
}

/** How many ids one statement looks up: always as many, so that one compiled statement serves every import. */
const idsPerStatement = 200

const selectKnownOrders = cachedQuery<KnownOrder>((db) =>
  db
    .selectFrom('orders')
    .leftJoin('order_imports', 'order_id', 'id')
    .select(({ fn, val }) => ['external_id as externalId', 'number', fn.coalesce('hash', val('')).as('hash')])
    .where('source', '=', '')
    .where('external_id', 'in', Array<string>(idsPerStatement).fill(''))
    .compile(),
)

/** Finds which of the orders are already stored; the hash is empty for an order that was not imported. */
export async function findKnownOrders(db: Db, source: string, externalIds: readonly string[]): Promise<KnownOrder[]> {
  const found: KnownOrder[] = []
  for (let start = 0; start < externalIds.length; start += idsPerStatement) {
    const ids = externalIds.slice(start, start + idsPerStatement)
    const padding = Array<string>(idsPerStatement - ids.length).fill(ids[0] ?? '')
    found.push(...(await selectKnownOrders(db, ['', source, ...ids, ...padding])))
  }
  return found
}

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
