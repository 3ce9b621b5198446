import type { AuthenticatedContext, CurrentUser } from '#server/context.ts'
import type { Db, Transaction } from '#server/db/database.ts'
import { changeOrderWithin, type OrderChange } from '#server/orders/change-order.ts'
import { changeRefund } from '#server/orders/money/change-refund.ts'
import { decideDispute, postWon } from '#server/orders/money/decide-dispute.ts'
import { openDispute } from '#server/orders/money/open-dispute.ts'
import { findRefund } from '#server/orders/money/decide-refund.ts'
import { listDisputes } from '#server/orders/money/dispute-store.ts'
import { findOrdersByTokens, listPayments, listRefunds } from '#server/orders/money/money-store.ts'
import { leftOf } from '#server/orders/money/left-of-payment.ts'
import { toReferenceToken } from '#server/orders/tokens/search-tokens.ts'
import { toNumberToken } from '#server/orders/tokens/search-words.ts'
import type { OrderRecord } from '#server/db/schema/orders.ts'
import { refundLifecycle } from '#shared/orders/refunds.ts'
import { ProblemError } from '#shared/problem.ts'
import { settlePayment, settleRefund, unsettlePayment, unsettleRefund } from '#server/orders/money/settle-payment.ts'
import { nextState } from '#shared/state-machine.ts'
import { storeCredit } from '#shared/payment-providers.ts'

/** What the statement of a provider says that happened to a document of an order; `at` in ms. */
export type ProviderReport = { order: string; at: number } & (
  | {
      kind: 'chargeback'
      payment: string
      amountMinor: number
      feeMinor: number
      settledMinor: number
      reference: string
      reason: string
    }
  | { kind: 'chargeback_won'; dispute: string; feeReturned: boolean; returnedMinor: number }
  | { kind: 'refund_returned'; refund: string; reason: string }
  | { kind: 'settlement'; payment: string; currency: string; amountMinor: number }
  | { kind: 'refund_settlement'; refund: string; amountMinor: number }
)

/** Records what a provider says, in the transaction of the caller. */
export async function recordReport(
  transaction: Transaction,
  context: AuthenticatedContext,
  actor: CurrentUser,
  report: ProviderReport,
): Promise<void> {
  const target = { number: report.order, ...(report.kind === 'chargeback' && { action: 'recordDispute' as const }) }
  await changeOrderWithin(transaction, context, actor, target, (order) => {
    if (report.kind === 'chargeback')
      return openDispute(transaction, context, order, actor, {
        ...report,
        feeIn: () => report.feeMinor,
        settledIn: () => report.settledMinor,
        openedAt: report.at,
      })
    if (report.kind === 'settlement')
      return settlePayment(transaction, context, order, { ...report, occurredAt: report.at })
    if (report.kind === 'refund_settlement')
      return settleRefund(transaction, context, order, { ...report, occurredAt: report.at })
    if (report.kind === 'refund_returned') return returnRefund(transaction, context, order, report)
    return decideDispute(transaction, context, order, report.dispute, 'winDispute', async (found) => ({
      after: await postWon(transaction, context, found, {
        feeReturned: report.feeReturned,
        returnedMinor: report.returnedMinor,
        closedAt: Math.max(report.at, found.dispute.opened_at),
      }),
      event: 'dispute.won',
    }))
  })
}

/** A payment or a refund that was settled in another currency, and its order. */
export type SettledDocument = { order: string } & ({ payment: string } | { refund: string })

/** Takes the settlement of a document back, in the transaction of the caller. Throws as `unsettlePayment` does. */
export async function undoSettlement(
  transaction: Transaction,
  context: AuthenticatedContext,
  actor: CurrentUser,
  document: SettledDocument,
  reason: string,
): Promise<void> {
  await changeOrderWithin(transaction, context, actor, { number: document.order }, (order) =>
    'refund' in document
      ? unsettleRefund(transaction, context, order, { refund: document.refund, reason })
      : unsettlePayment(transaction, context, order, { payment: document.payment, reason }),
  )
}

async function returnRefund(
  transaction: Transaction,
  context: AuthenticatedContext,
  order: OrderRecord,
  { refund: number, reason, at }: Extract<ProviderReport, { kind: 'refund_returned' }>,
): Promise<OrderChange> {
  const { refund: before, payment, lines } = await findRefund(transaction, order, number)
  if (nextState(refundLifecycle, before.status, 'markReturned') === undefined)
    throw new ProblemError('refund-decided', { number })
  return changeRefund(transaction, context, {
    order,
    payment,
    before,
    after: {
      ...before,
      status: 'returned',
      status_reason: reason,
      returned_at: Math.max(at, before.refunded_at ?? at),
    },
    lines,
    event: 'refund.returned',
  })
}

/** A payment that a line of a statement may mean, with its disputes and refunds. */
export interface NamedPayment {
  order: string
  id: string
  number: string
  /** Its ID at the provider. */
  reference: string
  provider: string
  /** The currency of the order, and what was captured in it. */
  currency: string
  capturedMinor: number
  /** The settlement by the provider in another currency; empty otherwise. */
  settlementCurrency: string
  settlementMinor: number
  /** The part that is not refunded, reserved for a refund or disputed. */
  leftMinor: number
  disputes: {
    number: string
    reference: string
    isOpen: boolean
    amountMinor: number
    feeMinor: number
    settledMinor: number
  }[]
  /** Those that have succeeded; `settlementMinor` is what the provider took back for it in another currency. */
  refunds: {
    id: string
    number: string
    reference: string
    provider: string
    amountMinor: number
    settlementMinor: number
  }[]
}

/** A line names few orders. */
const maxOrders = 5

/** The payments of the orders that references of a provider and our own numbers find, at most five orders. */
export async function findNamedPayments(
  db: Db,
  { references, numbers }: { references: readonly string[]; numbers: readonly string[] },
): Promise<NamedPayment[]> {
  const tokens = [...references.map(toReferenceToken), ...numbers.map(toNumberToken)]
  const orders = tokens.length === 0 ? [] : await findOrdersByTokens(db, tokens, maxOrders)
  const found = await Promise.all(
    orders.map(async ({ id, number: order }) => {
      const [payments, refunds, disputes] = await Promise.all([
        listPayments(db, id),
        listRefunds(db, id),
        listDisputes(db, id),
      ])
      // No provider says anything of store credit.
      const received = payments.filter(({ provider }) => provider !== storeCredit)
      return received.map((payment): NamedPayment => ({
        order,
        id: payment.id,
        number: payment.number,
        currency: payment.currency,
        capturedMinor: payment.captured_minor,
        settlementCurrency: payment.settlement_currency,
        settlementMinor: payment.settlement_minor,
        reference: payment.reference,
        provider: payment.provider,
        leftMinor: leftOf(payment),
        disputes: disputes
          .filter(({ payment_id, status }) => payment_id === payment.id && status !== 'cancelled')
          .map(({ number, reference, status, amount_minor, fee_minor, settlement_minor }) => ({
            number,
            reference,
            isOpen: status === 'open',
            amountMinor: amount_minor,
            feeMinor: fee_minor,
            settledMinor: settlement_minor,
          })),
        refunds: refunds
          .filter(({ payment_id, status }) => payment_id === payment.id && status === 'succeeded')
          .filter(({ paid_through }) => paid_through !== storeCredit)
          .map(({ id: refundId, number, reference, paid_through, amount_minor, settlement_minor }) => ({
            id: refundId,
            number,
            reference,
            provider: paid_through || payment.provider,
            amountMinor: amount_minor,
            settlementMinor: settlement_minor,
          })),
      }))
    }),
  )
  return found.flat()
}
