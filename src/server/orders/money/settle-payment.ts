import type { RequestContext } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Movement, SettlementAmount } from '#server/finance/movement.ts'
import { postMovements, requireCapacity } from '#server/finance/movements.ts'
import { requireUnmatched, reverseSettlement } from '#server/finance/settlement-entries.ts'
import type { OrderChange } from '#server/orders/change-order.ts'
import { findRefund } from '#server/orders/money/decide-refund.ts'
import { listDisputes } from '#server/orders/money/dispute-store.ts'
import * as moneyStore from '#server/orders/money/money-store.ts'
import type { PaymentRecord, RefundLineRecord, RefundRecord } from '#server/orders/money/money-store.ts'
import { toLedgerOrder } from '#server/orders/order-money.ts'
import { toPaymentFields, toRefundFields } from '#server/orders/recorded-documents.ts'
import { findDifference, keepsSettlement } from '#server/orders/money/settlement.ts'
import type { OrderRecord } from '#server/db/schema/orders.ts'
import type { EventAction } from '#shared/events/event-actions.ts'
import { add } from '#shared/money.ts'
import { diffFields } from '#shared/orders/fields.ts'
import { storeCredit } from '#shared/payment-providers.ts'
import { ProblemError } from '#shared/problem.ts'

/** The settlement of a payment in another currency. */
interface Settlement extends SettlementAmount {
  /** The number of the payment. */
  payment: string
  rate?: string
  occurredAt: number
}

/**
 * Converts a payment that was posted in the order's currency to the amount that its provider settled in another currency. Throws `not-found`, `payment-settled`, and `document-matched` where a
 * statement has it in the order's currency.
 */
export async function settlePayment(
  transaction: Transaction,
  context: RequestContext,
  order: OrderRecord,
  { payment: number, currency, amountMinor, rate = '', occurredAt }: Settlement,
): Promise<OrderChange> {
  const payment = await findPayment(transaction, order, number)
  if (payment.provider === storeCredit) throw new ProblemError('not-found', { number })
  if (payment.settlement_currency !== '')
    throw new ProblemError('payment-settled', { number, currency: payment.settlement_currency })
  await requireUnmatched(transaction, payment, 'payment.captured')
  await requireCapacity(transaction, order.currency, payment.captured_minor)
  await requireCapacity(transaction, currency, amountMinor)
  await postMovements(transaction, context, [
    {
      ...toMovement(order, payment, 'settled', occurredAt),
      exchanged: [
        { currency: order.currency, amountMinor: -payment.captured_minor },
        { currency, amountMinor },
      ],
    },
  ])
  const after = { ...payment, settlement_currency: currency, settlement_minor: amountMinor, settlement_rate: rate }
  return storePayment(transaction, { before: payment, after, event: 'payment.settled' })
}

/** Takes that back. Throws `not-found` where nothing was settled later, `settlement-used` after refunds in that currency, and `document-matched` where a payout is made of it. */
export async function unsettlePayment(
  transaction: Transaction,
  context: RequestContext,
  order: OrderRecord,
  { payment: number, reason }: { payment: string; reason: string },
): Promise<OrderChange> {
  const payment = await findPayment(transaction, order, number)
  const disputes = (await listDisputes(transaction, order.id)).filter(
    ({ payment_id, status, settlement_minor }) =>
      payment_id === payment.id && status !== 'cancelled' && settlement_minor !== 0,
  )
  const refunds = (await moneyStore.listRefunds(transaction, order.id)).filter(
    ({ payment_id }) => payment_id === payment.id,
  )
  const isRefunded = payment.settlement_refunded_minor !== 0 || payment.refund_pending_minor !== 0
  if (isRefunded || refunds.some(keepsSettlement) || disputes.length > 0)
    throw new ProblemError('settlement-used', { number })
  await reverseSettlement(transaction, context, 'payment.settled', payment, {
    memo: reason,
    externalId: keyOf(order, payment, 'unsettled'),
  })
  const after = { ...payment, settlement_currency: '', settlement_minor: 0, settlement_rate: '' }
  return storePayment(transaction, { before: payment, after, event: 'payment.unsettled', reason })
}

/**
 * Posts what the provider really took back for a refund of a payment that it settled in another currency, in place of what was posted. Throws `not-found`, `refund-decided` for one
 * that was not paid by the provider, and `document-matched`.
 */
export async function settleRefund(
  transaction: Transaction,
  context: RequestContext,
  order: OrderRecord,
  { refund: number, amountMinor, occurredAt }: { refund: string; amountMinor: number; occurredAt: number },
): Promise<OrderChange> {
  const { refund, payment, lines } = await findRefund(transaction, order, number)
  const { settlement_currency: currency } = payment
  if (refund.status !== 'succeeded' || refund.paid_through !== '' || currency === '')
    throw new ProblemError('refund-decided', { number })
  await requireUnmatched(transaction, refund, 'refund.succeeded')
  await requireCapacity(transaction, currency, amountMinor)
  const isFirst = refund.settlement_minor === 0
  const moved: Movement = {
    ...toMovement(order, payment, 'settled', occurredAt, refund),
    refund,
    exchanged: [
      ...(isFirst ? [{ currency: order.currency, amountMinor: refund.amount_minor }] : []),
      { currency, amountMinor: add(refund.settlement_minor, -amountMinor) },
    ],
  }
  const after = { ...refund, settlement_minor: amountMinor }
  return storeRefund(transaction, context, { order, payment, before: refund, after, lines, occurredAt, moved })
}

/** Takes that back: the refund is as it was before. Throws as `unsettlePayment`. */
export async function unsettleRefund(
  transaction: Transaction,
  context: RequestContext,
  order: OrderRecord,
  { refund: number, reason }: { refund: string; reason: string },
): Promise<OrderChange> {
  const { refund, payment, lines } = await findRefund(transaction, order, number)
  if (refund.status !== 'succeeded') throw new ProblemError('refund-decided', { number })
  const { posted, occurredAt } = await reverseSettlement(transaction, context, 'refund.settled', refund, {
    memo: reason,
    externalId: keyOf(order, refund, 'unsettled'),
  })
  const taken = posted.find(({ currency }) => currency === payment.settlement_currency)
  const after = { ...refund, settlement_minor: add(refund.settlement_minor, taken?.amountMinor ?? 0) }
  return storeRefund(transaction, context, { order, payment, before: refund, after, lines, occurredAt, reason })
}

async function findPayment(transaction: Transaction, order: OrderRecord, number: string): Promise<PaymentRecord> {
  const payment = (await moneyStore.listPayments(transaction, order.id)).find((each) => each.number === number)
  if (!payment) throw new ProblemError('not-found', { number })
  return payment
}

/** The key of an entry: its event and the version of the order that it creates. */
const keyOf = ({ version }: OrderRecord, { number }: { number: string }, what: string): string =>
  `${number}/${what}/${version + 1}`

const toMovement = <Kind extends 'settled' | 'exchange_difference'>(
  order: OrderRecord,
  payment: PaymentRecord,
  kind: Kind,
  occurredAt: number,
  { number }: { number: string } = payment,
) => ({
  kind,
  order: toLedgerOrder(order),
  payment,
  occurredAt,
  source: 'kontor',
  externalId: keyOf(order, { number }, kind === 'settled' ? 'settled' : 'exchange'),
})

interface StoredPayment {
  before: PaymentRecord
  after: PaymentRecord
  event: Extract<EventAction, 'payment.settled' | 'payment.unsettled'>
  reason?: string
}

async function storePayment(
  transaction: Transaction,
  { before, after, event, reason }: StoredPayment,
): Promise<OrderChange> {
  const { id, settlement_currency, settlement_minor, settlement_rate } = after
  await moneyStore.updateSettlement(transaction, { id, settlement_currency, settlement_minor, settlement_rate })
  const settled = event === 'payment.settled' ? after : before
  return {
    columns: {},
    event: {
      action: event,
      parameters: {
        document: after.number,
        amountMinor: settled.settlement_minor,
        currency: settled.settlement_currency,
        ...(reason && { reason }),
      },
    },
    documentChanges: diffFields(toPaymentFields(before), toPaymentFields(after)),
  }
}

interface StoredRefund {
  order: OrderRecord
  payment: PaymentRecord
  before: RefundRecord
  after: RefundRecord
  lines: readonly RefundLineRecord[]
  occurredAt: number
  /** What is posted besides the exchange difference. */
  moved?: Movement
  reason?: string
}

/** Stores what a refund took back, and posts by how much it changes what was gained or lost by the exchange. */
async function storeRefund(
  transaction: Transaction,
  context: RequestContext,
  { order, payment, before, after, lines, occurredAt, moved, reason }: StoredRefund,
): Promise<OrderChange> {
  const difference = await findDifference(transaction, payment, before, after)
  await moneyStore.updateRefund(transaction, after)
  await moneyStore.updatePayment(transaction, {
    id: payment.id,
    refunded_minor: payment.refunded_minor,
    refund_pending_minor: payment.refund_pending_minor,
    settlement_refunded_minor: add(payment.settlement_refunded_minor, after.settlement_minor, -before.settlement_minor),
  })
  const realized: Movement[] = difference
    ? [{ ...toMovement(order, payment, 'exchange_difference', occurredAt, after), difference }]
    : []
  await postMovements(transaction, context, [...(moved ? [moved] : []), ...realized])
  return {
    columns: {},
    event: {
      action: moved ? 'refund.settled' : 'refund.unsettled',
      parameters: {
        document: after.number,
        amountMinor: moved ? after.settlement_minor : before.settlement_minor,
        currency: payment.settlement_currency,
        ...(reason && { reason }),
      },
    },
    documentChanges: diffFields(toRefundFields(before, lines), toRefundFields(after, lines)),
  }
}
