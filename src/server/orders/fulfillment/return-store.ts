import { cachedLookup } from '#server/db/cached-query.ts'
import type { Db, Transaction } from '#server/db/database.ts'
import { insertAll } from '#server/db/insert.ts'
import type { ReturnLinesTable, ReturnReceiptsTable, ReturnsTable } from '#server/db/schema/order-documents.ts'
import { insertTokens } from '#server/orders/tokens/token-store.ts'
import { toNumberToken } from '#server/orders/tokens/search-words.ts'
import type { OrderRecord } from '#server/db/schema/orders.ts'
import type { OpenReturn } from '#shared/orders/document-views.ts'
import { sql } from 'kysely'

/** A return with its lines, and what arrived of it in its order. */
export interface ReturnRecord {
  row: ReturnsTable
  lines: ReturnLinesTable[]
  receipts: ReturnReceiptsTable[]
}

/** An order's returns by number. */
export async function listReturns(db: Db, orderId: string): Promise<ReturnRecord[]> {
  const returns = await selectReturns(db, [orderId])
  // Most orders have none.
  if (returns.length === 0) return []
  const [lines, receipts] = await Promise.all([selectReturnLines(db, [orderId]), selectReceipts(db, [orderId])])
  return returns.map((row) => ({
    row,
    lines: lines.filter(({ return_id }) => return_id === row.id),
    receipts: receipts.filter(({ return_id }) => return_id === row.id),
  }))
}

const selectReturns = cachedLookup<ReturnsTable>((db) =>
  db.selectFrom('returns').selectAll().where('order_id', '=', '').orderBy('number').compile(),
)

const selectReturnLines = cachedLookup<ReturnLinesTable>((db) =>
  db
    .selectFrom('return_lines')
    .innerJoin('returns', 'returns.id', 'return_id')
    .selectAll('return_lines')
    .where('returns.order_id', '=', '')
    .orderBy('line_id')
    .compile(),
)

const selectReceipts = cachedLookup<ReturnReceiptsTable>((db) =>
  db.selectFrom('return_receipts').selectAll().where('order_id', '=', '').orderBy('id').compile(),
)

/** Writes a new return and makes its order findable by its number. */
export async function insertReturn(
  transaction: Transaction,
  order: Pick<OrderRecord, 'key' | 'placed_at'>,
  { row, lines }: ReturnRecord,
): Promise<void> {
  await insertAll(transaction, 'returns', [row])
  await insertAll(transaction, 'return_lines', lines)
  await insertTokens(transaction, order, [toNumberToken(row.number)])
}

/** Writes the status of a return, and what arrived since `before`. */
export async function updateReturn(
  transaction: Transaction,
  before: ReturnRecord,
  { row: { id, status, closing_reason }, receipts }: ReturnRecord,
): Promise<void> {
  await transaction.updateTable('returns').set({ status, closing_reason }).where('id', '=', id).execute()
  await insertAll(transaction, 'return_receipts', receipts.slice(before.receipts.length))
}

/** The oldest returns that wait for approval, with the numbers of their orders and the names of those who requested them. */
export const listRequestedReturns = (db: Db, limit: number): Promise<OpenReturn[]> =>
  selectRequestedReturns(db, [limit])

const selectRequestedReturns = cachedLookup<OpenReturn>((db) =>
  db
    .selectFrom('returns')
    // A cross join because SQLite keeps its order: without statistics of a small table it would look for the returns of each order.
    .crossJoin('orders')
    .whereRef('orders.id', '=', 'returns.order_id')
    .leftJoin('users', 'users.id', 'returns.requested_by')
    .select([
      'returns.number',
      'orders.number as orderNumber',
      'returns.requested_at as at',
      'users.name as requestedBy',
    ])
    // As the index has it.
    .where(sql<boolean>`returns.status = 'requested'`)
    .orderBy('returns.requested_at')
    .orderBy('returns.id')
    .limit(0)
    .compile(),
)
