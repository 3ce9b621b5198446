import { cachedQuery } from '#server/db/cached-query.ts'
import type { Db, Transaction } from '#server/db/database.ts'
import { insertAll } from '#server/db/insert.ts'
import { type FilteredDocuments, isFilterToken, tokenizeFilters } from '#server/orders/filter-tokens.ts'
import type { OrderRecord } from '#server/orders/store.ts'
import { sharedPart } from '#server/db/token-parts.ts'
import { toTokenRows } from '#server/orders/token-parts.ts'
import { deleteToken } from '#server/orders/token-parts-store.ts'
import { sql } from 'kysely'

/** Makes an order findable by the filters for what it and its documents are now. Call it after everything of a change is written. */
export async function updateFilterTokens(
  transaction: Transaction,
  order: OrderRecord,
  timeZone: string,
): Promise<void> {
  const documents = await findFilteredDocuments(transaction, order.id)
  const expected = new Set(tokenizeFilters(order, documents, timeZone))
  const rows = await selectOwnTokens(transaction, [order.key])
  const stored = new Set(rows.map(({ token }) => token).filter(isFilterToken))
  const added = [...expected.difference(stored)]
  await insertAll(transaction, 'order_tokens', toTokenRows(order, added, sharedPart))
  for (const token of stored.difference(expected)) await deleteToken(transaction, order, token)
}

/** What the documents of an order are filtered by. */
async function findFilteredDocuments(db: Db, orderId: string): Promise<FilteredDocuments> {
  const rows = await selectDocuments(db, [orderId, orderId, orderId, orderId])
  const timesOf = (kind: string) => rows.flatMap((row) => (row.kind === kind ? [row.at] : []))
  return {
    providers: rows.flatMap((row) => (row.kind === 'payment' ? [row.provider] : [])),
    paidAt: timesOf('payment'),
    shippedAt: timesOf('shipment'),
    refundedAt: timesOf('refund'),
    hasNote: timesOf('note').length > 0,
  }
}

const selectDocuments = cachedQuery<{ kind: string; provider: string; at: number }>((db) =>
  db
    .selectFrom('payments')
    .select([sql.lit('payment').as('kind'), 'provider', 'captured_at as at'])
    .where('order_id', '=', '')
    .unionAll(
      db
        .selectFrom('shipments')
        .select([sql.lit('shipment').as('kind'), sql.lit('').as('provider'), 'shipped_at as at'])
        .where('order_id', '=', '')
        .where('cancelled_at', 'is', null),
    )
    .unionAll(
      db
        .selectFrom('refunds')
        .select([sql.lit('refund').as('kind'), sql.lit('').as('provider')])
        .select(({ fn }) => fn.coalesce('refunded_at', 'recorded_at').as('at'))
        .where('order_id', '=', '')
        .where('status', '=', sql.lit('succeeded')),
    )
    .unionAll(
      db
        .selectFrom('order_notes')
        .select([sql.lit('note').as('kind'), sql.lit('').as('provider'), 'created_at as at'])
        .where('order_id', '=', '')
        .where('struck_at', 'is', null),
    )
    .compile(),
)

/** The tokens of an order that begin with a space. */
const selectOwnTokens = cachedQuery((db) =>
  db
    .selectFrom('order_tokens')
    .select('token')
    .where('order_key', '=', 0)
    .where('token', '>=', sql.lit(' '))
    .where('token', '<', sql.lit('!'))
    .compile(),
)
