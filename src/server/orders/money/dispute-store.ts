import { cachedLookup, cachedQuery } from '#server/db/cached-query.ts'
import type { Db, Transaction } from '#server/db/database.ts'
import { insertAll } from '#server/db/insert.ts'
import { updateById } from '#server/db/update.ts'
import type { DisputesTable } from '#server/db/schema/order-documents.ts'
import { insertTokens } from '#server/orders/tokens/token-store.ts'
import { tokenizeDocument } from '#server/orders/tokens/search-tokens.ts'
import type { OrderRecord } from '#server/db/schema/orders.ts'
import type { OpenDispute } from '#shared/orders/document-views.ts'
import { sql } from 'kysely'

export type DisputeRecord = DisputesTable

/** An order's disputes by number. */
export const listDisputes = (db: Db, orderId: string): Promise<DisputeRecord[]> => selectDisputes(db, [orderId])

const selectDisputes = cachedQuery<DisputeRecord>((db) =>
  db.selectFrom('disputes').selectAll().where('order_id', '=', '').orderBy('number').compile(),
)

/** Writes a new dispute and makes its order findable by its number and by the provider's reference. */
export async function insertDispute(
  transaction: Transaction,
  order: Pick<OrderRecord, 'key' | 'placed_at'>,
  dispute: DisputeRecord,
): Promise<void> {
  await insertAll(transaction, 'disputes', [dispute])
  await insertTokens(transaction, order, tokenizeDocument(dispute.number, dispute.reference))
}

export const updateDispute = (transaction: Transaction, { id, ...columns }: DisputeRecord): Promise<void> =>
  updateById(transaction, 'disputes', id, columns)

/** Adds to what cannot be refunded of a payment. */
export const updateDisputed = (transaction: Transaction, paymentId: string, disputedMinor: number): Promise<void> =>
  updateById(transaction, 'payments', paymentId, { disputed_minor: disputedMinor })

/** The disputes that providers call so, and their orders; not those that were recorded by mistake. */
export const listByReference = (db: Db, reference: string) =>
  db
    .selectFrom('disputes')
    .innerJoin('orders', 'orders.id', 'disputes.order_id')
    .select(['disputes.number', 'disputes.provider', 'orders.number as order_number'])
    .where('disputes.reference', '=', reference)
    .where('disputes.status', '<>', 'cancelled')
    .execute()

/** The open disputes that are due first; those without a day are last. */
export const listOpenDisputes = (db: Db, limit: number): Promise<Omit<OpenDispute, 'respondInDays'>[]> =>
  selectOpenDisputes(db, [limit])

const selectOpenDisputes = cachedLookup<Omit<OpenDispute, 'respondInDays'>>((db) =>
  db
    .selectFrom('disputes')
    // A cross join because SQLite keeps its order: without statistics of a small table it would look for the disputes of each order.
    .crossJoin('orders')
    .whereRef('orders.id', '=', 'disputes.order_id')
    .select(['disputes.number', 'orders.number as orderNumber', 'disputes.amount_minor as amountMinor'])
    .select(['disputes.currency', 'disputes.respond_by as respondBy', 'disputes.opened_at as openedAt'])
    // As the index has it.
    .where(sql<boolean>`disputes.status = 'open'`)
    .orderBy(sql`case when disputes.respond_by = '' then 1 else 0 end`)
    .orderBy('disputes.respond_by')
    .orderBy('disputes.number')
    .limit(0)
    .compile(),
)
