import { cachedQuery } from '#server/db/cached-query.ts'
import type { Db, Transaction } from '#server/db/database.ts'
import { insertAll } from '#server/db/insert.ts'
import { type FilteredDocuments, isFilterToken, tokenizeFilters } from '#server/orders/tokens/filter-tokens.ts'
import type { OrderRecord } from '#server/db/schema/orders.ts'
import { sharedPart, toTokenRows } from '#server/orders/tokens/token-parts.ts'
import { deleteToken } from '#server/orders/tokens/token-store.ts'
import { sql } from 'kysely'

/** Brings the filter tokens of an order up to date. Call it after everything else of a change is written. */
export async function updateFilterTokens(
  transaction: Transaction,
  order: OrderRecord,
  timeZone: string,
): Promise<void> {
  const { documents, tokens } = await findFiltered(transaction, order)
  const expected = new Set(tokenizeFilters(order, documents, timeZone))
  const stored = new Set(tokens.filter(isFilterToken))
  const added = [...expected.difference(stored)]
  await insertAll(transaction, 'order_tokens', toTokenRows(order, added, sharedPart))
  for (const token of stored.difference(expected)) await deleteToken(transaction, order, token)
}

/** The filtered fields of the documents of an order, and the tokens of the order that begin with a space. */
async function findFiltered(
  db: Db,
  { id, key }: OrderRecord,
): Promise<{ documents: FilteredDocuments; tokens: string[] }> {
  const rows = await selectFiltered(db, [id, id, id, id, id, id, key])
  const ofKind = (kind: string) => rows.filter((row) => row.kind === kind)
  const textsOf = (kind: string) => ofKind(kind).map(({ text }) => text)
  const timesOf = (kind: string) => ofKind(kind).map(({ at }) => at)
  return {
    documents: {
      providers: textsOf('payment'),
      paidAt: timesOf('payment'),
      shippedAt: timesOf('shipment'),
      refundedAt: timesOf('refund'),
      cancelledShipmentNumbers: textsOf('cancelled-shipment'),
      refundNumbers: textsOf('refund-number'),
      hasNote: ofKind('note').length > 0,
    },
    tokens: textsOf('token'),
  }
}

const selectFiltered = cachedQuery<{ kind: string; text: string; at: number }>((db) =>
  db
    .selectFrom('payments')
    .select([sql.lit('payment').as('kind'), 'provider as text', 'captured_at as at'])
    .where('order_id', '=', '')
    .unionAll(
      db
        .selectFrom('shipments')
        .select([sql.lit('shipment').as('kind'), sql.lit('').as('text'), 'shipped_at as at'])
        .where('order_id', '=', '')
        .where('cancelled_at', 'is', null),
    )
    .unionAll(
      db
        .selectFrom('refunds')
        .select([sql.lit('refund').as('kind'), sql.lit('').as('text')])
        .select(({ fn }) => fn.coalesce('refunded_at', 'recorded_at').as('at'))
        .where('order_id', '=', '')
        .where('status', '=', sql.lit('succeeded')),
    )
    .unionAll(
      db
        .selectFrom('shipments')
        .select([sql.lit('cancelled-shipment').as('kind'), 'number as text', sql.lit(0).as('at')])
        .where('order_id', '=', '')
        .where('cancelled_at', 'is not', null),
    )
    .unionAll(
      db
        .selectFrom('refunds')
        .select([sql.lit('refund-number').as('kind'), 'number as text', sql.lit(0).as('at')])
        .where('order_id', '=', ''),
    )
    .unionAll(
      db
        .selectFrom('order_notes')
        .select([sql.lit('note').as('kind'), sql.lit('').as('text'), 'created_at as at'])
        .where('order_id', '=', '')
        .where('struck_at', 'is', null),
    )
    .unionAll(
      db
        .selectFrom('order_tokens')
        .select([sql.lit('token').as('kind'), 'token as text', sql.lit(0).as('at')])
        .where('order_key', '=', 0)
        .where('token', '>=', sql.lit(' '))
        .where('token', '<', sql.lit('!')),
    )
    .compile(),
)
