import { cachedLookup } from '#server/db/cached-query.ts'
import { selectEntries } from '#server/orders/tokens/token-parts-query.ts'
import type { Db, Transaction } from '#server/db/database.ts'
import { insertAll } from '#server/db/insert.ts'
import { updateById } from '#server/db/update.ts'
import type { PaymentsTable, RefundLinesTable, RefundsTable } from '#server/db/schema/order-documents.ts'
import { type Selectable, sql } from 'kysely'

export type PaymentRecord = Selectable<PaymentsTable>
export type RefundRecord = Selectable<RefundsTable>
export type RefundLineRecord = Selectable<RefundLinesTable>

/** An order's payments in chronological order. */
export const listPayments = (db: Db, orderId: string): Promise<PaymentRecord[]> => selectPayments(db, [orderId])

const selectPayments = cachedLookup<PaymentRecord>((db) =>
  db.selectFrom('payments').selectAll().where('order_id', '=', '').orderBy('captured_at').orderBy('number').compile(),
)

/** An order's refunds in the order of their numbers. */
export const listRefunds = (db: Db, orderId: string): Promise<RefundRecord[]> => selectRefunds(db, [orderId])

const selectRefunds = cachedLookup<RefundRecord>((db) =>
  db.selectFrom('refunds').selectAll().where('order_id', '=', '').orderBy('number').compile(),
)

/** The lines of all refunds of an order, with the status of the refund. */
export const listRefundLines = (
  db: Db,
  orderId: string,
): Promise<(RefundLineRecord & Pick<RefundRecord, 'status'>)[]> => selectRefundLines(db, [orderId])

const selectRefundLines = cachedLookup<RefundLineRecord & Pick<RefundRecord, 'status'>>((db) =>
  db
    .selectFrom('refunds')
    .innerJoin('refund_lines', 'refund_lines.refund_id', 'refunds.id')
    .selectAll('refund_lines')
    .select('refunds.status')
    .where('refunds.order_id', '=', '')
    .compile(),
)

/** The order that a refund belongs to, and the provider of its payment; `undefined` if there is no such refund. */
export const findOrderOfRefund = (
  db: Db,
  refundId: string,
): Promise<{ number: string; provider: string } | undefined> =>
  db
    .selectFrom('refunds')
    .innerJoin('orders', 'orders.id', 'refunds.order_id')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select(['orders.number', 'payments.provider'])
    .where('refunds.id', '=', refundId)
    .executeTakeFirst()

/** The oldest refunds that others than the user requested and that wait for approval, that failed or came back, or that providers have been paying since before `stuckBefore`. */
export const listOpenRefunds = (db: Db, userId: string, stuckBefore: number, limit: number) =>
  selectOpenRefunds(db, ['requested', userId, 'processing', stuckBefore, limit])

const selectOpenRefunds = cachedLookup((db) =>
  db
    .selectFrom('refunds')
    .innerJoin('orders', 'orders.id', 'refunds.order_id')
    .leftJoin('users', 'users.id', 'refunds.requested_by')
    .select(['refunds.number', 'orders.number as order_number', 'refunds.status', 'refunds.amount_minor'])
    .select(['refunds.currency', 'refunds.started_at', 'refunds.recorded_at'])
    .select('users.name as requester_name')
    // Names all statuses of the index, so that it is used.
    .where(sql<boolean>`refunds.status in ('requested', 'processing', 'failed', 'returned')`)
    .where(({ or, eb }) => or([eb('refunds.status', '<>', 'requested'), eb('refunds.requested_by', '<>', '')]))
    .where(({ or, eb }) => or([eb('refunds.status', '<>', 'processing'), eb('refunds.started_at', '<=', 0)]))
    .orderBy('refunds.recorded_at')
    .orderBy('refunds.id')
    .limit(0)
    .compile(),
)

/** Everything a provider needs to know about the refunds that are being paid out, oldest first. */
export const listProcessingRefunds = (db: Db) =>
  selectRefundsToPay(db).where('refunds.status', '=', 'processing').execute()

export type RefundToPay = Awaited<ReturnType<typeof listProcessingRefunds>>[number]

export const findRefundToPay = (db: Db, refundId: string): Promise<RefundToPay | undefined> =>
  selectRefundsToPay(db)
    .where('refunds.id', '=', refundId)
    .where('refunds.status', '=', 'processing')
    .executeTakeFirst()

const selectRefundsToPay = (db: Db) =>
  db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select([
      'refunds.id',
      'refunds.number',
      'refunds.amount_minor',
      'refunds.currency',
      'refunds.attempts',
      'refunds.returned_at',
    ])
    .select(['payments.provider', 'payments.reference as payment_reference'])
    .orderBy('refunds.recorded_at')
    .orderBy('refunds.id')

export const insertPayment = (transaction: Transaction, payment: PaymentRecord): Promise<void> =>
  insertAll(transaction, 'payments', [payment])

export async function insertRefund(
  transaction: Transaction,
  refund: RefundRecord,
  lines: readonly RefundLineRecord[],
): Promise<void> {
  await insertAll(transaction, 'refunds', [refund])
  await insertAll(transaction, 'refund_lines', [...lines])
}

export const updateRefund = (transaction: Transaction, { id, ...columns }: RefundRecord): Promise<void> =>
  updateById(transaction, 'refunds', id, columns)

export const updatePayment = (
  transaction: Transaction,
  {
    id,
    ...columns
  }: Pick<PaymentRecord, 'id' | 'refunded_minor' | 'refund_pending_minor' | 'settlement_refunded_minor'>,
): Promise<void> => updateById(transaction, 'payments', id, columns)

/** A payment as the provider settled it in another currency. */
export const updateSettlement = (
  transaction: Transaction,
  { id, ...columns }: Pick<PaymentRecord, 'id' | 'settlement_currency' | 'settlement_minor' | 'settlement_rate'>,
): Promise<void> => updateById(transaction, 'payments', id, columns)

/** The orders that one of some search tokens finds, up to `limit`. */
export const findOrdersByTokens = (
  db: Db,
  tokens: readonly string[],
  limit: number,
): Promise<{ id: string; number: string }[]> =>
  selectEntries(db, [...new Set(tokens)])
    .innerJoin('orders', 'orders.key', 'entry.order_key')
    .select(['orders.id', 'orders.number'])
    .distinct()
    .orderBy('orders.number')
    .limit(limit)
    .execute()

/** The credit note that names a refund. */
export const findCreditNote = (db: Db, orderId: string, refundNumber: string) =>
  db
    .selectFrom('documents')
    .select('number')
    .where('order_id', '=', orderId)
    .where('kind', '=', 'credit-note')
    .where('content', 'like', `%"${refundNumber}"%`)
    .executeTakeFirst()

/** What a user requested and approved alone since a time, in minor units of a currency. A refund that failed counts, because it can be tried again. */
export async function sumOwnRefunds(db: Db, userId: string, since: number, currency: string): Promise<number> {
  const { sum } = await db
    .selectFrom('refunds')
    .select(({ fn }) => fn.sum<number | null>('amount_minor').as('sum'))
    .where('decided_by', '=', userId)
    .where('decided_at', '>=', since)
    .where('requested_by', '=', userId)
    .where('currency', '=', currency)
    .where('status', 'in', ['processing', 'succeeded', 'failed', 'returned'])
    .executeTakeFirstOrThrow()
  return Number(sum ?? 0)
}
