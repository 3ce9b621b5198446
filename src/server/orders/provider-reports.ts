import type { AuthenticatedContext, CurrentUser } from '#server/context.ts'
import type { Db, Transaction } from '#server/db/database.ts'
import { changeOrderWithin, type OrderChange } from '#server/orders/change-order.ts'
import { changeRefund } from '#server/orders/change-refund.ts'
import { decideDispute, openDispute, postWon } from '#server/orders/decide-dispute.ts'
import { findRefund } from '#server/orders/decide-refund.ts'
import { listDisputes } from '#server/orders/dispute-store.ts'
import { findOrdersByTokens, listPayments, listRefunds } from '#server/orders/money-store.ts'
import { leftOf } from '#server/orders/resolve-refund.ts'
import { toReferenceToken } from '#server/orders/search-tokens.ts'
import { toNumberToken } from '#server/orders/search-words.ts'
import type { OrderRecord } from '#server/orders/store.ts'
import { refundLifecycle } from '#shared/orders/refunds.ts'
import { ProblemError } from '#shared/problem.ts'
import { nextState } from '#shared/state-machine.ts'

/** What the statement of a provider says that happened to a document of an order; `at` in ms. */
export type ProviderReport = { order: string; at: number } & (
  | { kind: 'chargeback'; payment: string; amountMinor: number; feeMinor: number; reference: string; reason: string }
  | { kind: 'chargeback_won'; dispute: string; feeReturned: boolean }
  | { kind: 'refund_returned'; refund: string; reason: string }
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
      return openDispute(transaction, context, order, actor, { ...report, openedAt: report.at })
    if (report.kind === 'refund_returned') return returnRefund(transaction, context, order, report)
    return decideDispute(transaction, order, report.dispute, 'winDispute', async (found) => ({
      after: await postWon(transaction, context, found, {
        feeReturned: report.feeReturned,
        closedAt: Math.max(report.at, found.dispute.opened_at),
      }),
      event: 'dispute.won',
    }))
  })
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
  number: string
  /** What the provider calls it. */
  reference: string
  provider: string
  /** What is neither refunded nor about to be, and not disputed. */
  leftMinor: number
  disputes: { number: string; reference: string; isOpen: boolean; amountMinor: number; feeMinor: number }[]
  /** Those that have succeeded. */
  refunds: { number: string; reference: string; provider: string; amountMinor: number }[]
}

/** A line names few orders. */
const maxOrders = 5

/** The payments in a currency of the orders that references of a provider and our own numbers find, at most five orders. */
export async function findNamedPayments(
  db: Db,
  currency: string,
  { references, numbers }: { references: readonly string[]; numbers: readonly string[] },
): Promise<NamedPayment[]> {
  const tokens = [...references.map(toReferenceToken), ...numbers.map(toNumberToken)]
  const orders = tokens.length === 0 ? [] : await findOrdersByTokens(db, tokens, currency, maxOrders)
  const found = await Promise.all(
    orders.map(async ({ id, number: order }) => {
      const [payments, refunds, disputes] = await Promise.all([
        listPayments(db, id),
        listRefunds(db, id),
        listDisputes(db, id),
      ])
      const inCurrency = payments.filter(({ settlement_currency }) => settlement_currency === '')
      return inCurrency.map((payment): NamedPayment => ({
        order,
        number: payment.number,
        reference: payment.reference,
        provider: payment.provider,
        leftMinor: leftOf(payment),
        disputes: disputes
          .filter(({ payment_id, status }) => payment_id === payment.id && status !== 'cancelled')
          .map(({ number, reference, status, amount_minor, fee_minor }) => ({
            number,
            reference,
            isOpen: status === 'open',
            amountMinor: amount_minor,
            feeMinor: fee_minor,
          })),
        refunds: refunds
          .filter(({ payment_id, status }) => payment_id === payment.id && status === 'succeeded')
          .map(({ number, reference, paid_through, amount_minor }) => ({
            number,
            reference,
            provider: paid_through || payment.provider,
            amountMinor: amount_minor,
          })),
      }))
    }),
  )
  return found.flat()
}
