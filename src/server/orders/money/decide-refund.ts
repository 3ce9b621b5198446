import * as moneyStore from '#server/orders/money/money-store.ts'
import { type Action, type AuthenticatedContext, type CurrentUser } from '#server/context.ts'
import { type Transaction } from '#server/db/database.ts'
import type { OrderRecord } from '#server/db/schema/orders.ts'
import { writeOrderChange } from '#server/orders/change-order.ts'
import { resolveProvider } from '#server/finance/accounts.ts'
import { parsePastTime } from '#server/orders/past-time-input.ts'
import { changeRefund, failedStatusOf } from '#server/orders/money/change-refund.ts'
import { type PaymentRecord, type RefundRecord } from '#server/orders/money/money-store.ts'
import { canApproveRefund, loadRefundedToday, type RefundedOrder } from '#server/orders/money/refund-policy.ts'
import { formatMoney } from '#shared/money.ts'
import { payingActions, refundLifecycle, type RefundAction } from '#shared/orders/refunds.ts'
import { type OrderView } from '#shared/orders/views.ts'
import { storeCredit } from '#shared/payment-providers.ts'
import { listDisputes } from '#server/orders/money/dispute-store.ts'
import { leftOf, payableOf } from '#server/orders/money/left-of-payment.ts'
import { describeTooHigh, requirePartsLeft } from '#server/orders/money/resolve-refund.ts'
import { invalidInput, ProblemError } from '#shared/problem.ts'
import { nextState } from '#shared/state-machine.ts'
import { parseSettlementAmount } from '#server/orders/money/settlement.ts'
import { payAndReload, refundEventOf, startPayout } from '#server/orders/money/refund-payout.ts'
import { findRefundProvider } from '#server/orders/money/refund-provider.ts'

/** `POST /api/orders/:number/refunds/:refund/approval`: approves a refund and pays it out. */
export const approveRefund: Action<'approveRefund'> = (context, { settlementAmount, ...target }) =>
  decideRefund(context, target, 'approve', (refund, payment, actor, refunded) => {
    const { currency, amount_minor: amountMinor } = refund
    if (!canApproveRefund(context.kontor, refund, actor, refunded))
      throw new ProblemError('own-refund', { amount: formatMoney(amountMinor, currency) })
    return startPayout(context, payment, {
      ...withSettlement(refund, payment, settlementAmount),
      decided_by: actor.id,
      decided_at: context.kontor.now(),
    })
  })

/** `POST /api/orders/:number/refunds/:refund/withdrawal`: the user who requested it takes the request back, which frees the amount. */
export const withdrawRefund: Action<'withdrawRefund'> = (context, target) =>
  decideRefund(context, target, 'withdraw', (refund, _payment, actor) => {
    if (refund.requested_by !== actor.id) throw new ProblemError('not-requester', { number: refund.number })
    return { ...refund, status: 'withdrawn' }
  })

/** `POST /api/orders/:number/refunds/:refund/rejection`: frees the amount again. */
export const rejectRefund: Action<'rejectRefund'> = (context, { reason, ...target }) =>
  decideRefund(context, target, 'reject', (refund, _payment, actor) => ({
    ...refund,
    status: 'rejected',
    status_reason: reason,
    // Giving up a refund that failed does not change who approved it.
    ...(refund.status === 'requested' && { decided_by: actor.id, decided_at: context.kontor.now() }),
  }))

/** `POST /api/orders/:number/refunds/:refund/attempts`: asks the provider again to pay out a refund that failed. */
export const retryRefund: Action<'retryRefund'> = (context, target) =>
  decideRefund(context, target, 'retry', (refund, payment) =>
    startPayout(context, payment, { ...refund, paid_through: '' }),
  )

/** `POST /api/orders/:number/refunds/:refund/payout`: says that a refund was paid whose provider Kontor does not call any more. */
export const markRefundPaid: Action<'markRefundPaid'> = (context, { reference = '', settlementAmount, ...target }) =>
  decideRefund(context, target, 'markPaid', (refund, payment) => {
    assertWithoutProvider(context, refund, payment)
    return {
      ...withSettlement(refund, payment, settlementAmount),
      status: 'succeeded',
      reference,
      refunded_at: context.kontor.now(),
    }
  })

/** `POST /api/orders/:number/refunds/:refund/failure`: says that it was not paid, which frees the amount. */
export const markRefundFailed: Action<'markRefundFailed'> = (context, { reason, ...target }) =>
  decideRefund(context, target, 'markFailed', (refund, payment) => {
    assertWithoutProvider(context, refund, payment)
    return { ...refund, status: failedStatusOf(refund), status_reason: reason }
  })

/** `POST /api/orders/:number/refunds/:refund/return`: the provider sent the money back after it had paid the refund. */
export const markRefundReturned: Action<'markRefundReturned'> = (context, { reason, returnedAt, ...target }) =>
  decideRefund(context, target, 'markReturned', (refund) => {
    const { book, now } = context.kontor
    const at = parsePastTime(returnedAt, book.timeZone, now(), '/returnedAt')
    if (at < (refund.refunded_at ?? 0)) throw invalidInput({ pointer: '/returnedAt', reason: 'before-refund' })
    return { ...refund, status: 'returned', status_reason: reason, returned_at: at }
  })

/** `POST /api/orders/:number/refunds/:refund/transfer`: the customer got the money by bank transfer in place of the provider. */
export const payRefundByTransfer: Action<'payRefundByTransfer'> = (context, { reference = '', ...target }) =>
  decideRefund(context, target, 'payByTransfer', async (refund, payment, _actor, _refunded, transaction) => {
    if (payment.provider === storeCredit) throw new ProblemError('refund-of-store-credit', { number: refund.number })
    return {
      ...refund,
      status: 'succeeded',
      status_reason: '',
      reference,
      paid_through: await resolveProvider(transaction, 'bank_transfer'),
      refunded_at: context.kontor.now(),
    }
  })

/** `POST /api/orders/:number/refunds/:refund/credit`: the customer gets the money as store credit in place of the provider. */
export const creditRefund: Action<'creditRefund'> = (context, target) =>
  decideRefund(context, target, 'payToCredit', (refund, payment) =>
    startPayout(context, payment, {
      ...refund,
      reference: '',
      paid_through: payment.provider === storeCredit ? '' : storeCredit,
    }),
  )

/** The refund with the amount that the provider takes back for it, if a user entered it. */
function withSettlement(refund: RefundRecord, payment: PaymentRecord, text: string | undefined): RefundRecord {
  const settlementMinor = parseSettlementAmount(payment, text)
  return settlementMinor === 0 ? refund : { ...refund, settlement_minor: settlementMinor }
}

function assertWithoutProvider(
  { kontor }: AuthenticatedContext,
  { number }: RefundRecord,
  { provider }: PaymentRecord,
) {
  if (findRefundProvider(kontor.refundProviders, provider)) throw new ProblemError('refund-with-provider', { number })
}

async function decideRefund(
  context: AuthenticatedContext,
  { number, refund: refundNumber, version }: { number: string; refund: string; version?: number | undefined },
  action: RefundAction,
  decide: (
    refund: RefundRecord,
    payment: PaymentRecord,
    actor: CurrentUser,
    refunded: RefundedOrder,
    transaction: Transaction,
  ) => RefundRecord | Promise<RefundRecord>,
): Promise<OrderView> {
  let decided: RefundRecord | undefined
  await writeOrderChange(
    context,
    { number, ...(version !== undefined && { version }) },
    async (order, transaction, actor) => {
      const { refund: before, payment, lines, refunds } = await findRefund(transaction, order, refundNumber)
      if (nextState(refundLifecycle, before.status, action) === undefined)
        throw new ProblemError('refund-decided', { number: refundNumber })
      const payable = payableOf(before, payment, order)
      if (payingActions.has(action) && before.amount_minor > payable) {
        const disputes = payable === leftOf(payment) ? await listDisputes(transaction, order.id) : []
        throw new ProblemError('refund-too-high', describeTooHigh(payable, payment, disputes))
      }
      if (payingActions.has(action) && before.status === 'failed')
        await requirePartsLeft(transaction, order, before, refunds)
      if (action === 'reject' && before.status === 'returned') await assertNotCredited(transaction, before)
      const refunded = {
        currency: order.currency,
        refunds,
        refundedTodayMinor: await loadRefundedToday(transaction, context.kontor, actor),
      }
      const after = await decide(before, payment, actor, refunded, transaction)
      decided = after
      return changeRefund(transaction, context, {
        order,
        payment,
        before,
        after,
        lines,
        event: refundEventOf(action, after),
      })
    },
  )
  return payAndReload(context, number, decided)
}

/** A refund that the customer has a credit note of cannot be given up. */
async function assertNotCredited(transaction: Transaction, { order_id, number }: RefundRecord): Promise<void> {
  const creditNote = await moneyStore.findCreditNote(transaction, order_id, number)
  if (creditNote) throw new ProblemError('refund-credited', { number, creditNote: creditNote.number })
}

/** A refund of an order with its payment, its lines and all refunds of the order. Throws `not-found`. */
export async function findRefund(transaction: Transaction, order: OrderRecord, number: string) {
  const refunds = await moneyStore.listRefunds(transaction, order.id)
  const refund = refunds.find((each) => each.number === number)
  const payments = await moneyStore.listPayments(transaction, order.id)
  const payment = payments.find(({ id }) => id === refund?.payment_id)
  if (!refund || !payment) throw new ProblemError('not-found', { number })
  const lines = (await moneyStore.listRefundLines(transaction, order.id)).filter(
    ({ refund_id }) => refund_id === refund.id,
  )
  return { refund, payment, refunds, lines: lines.map(({ status: _status, ...line }) => line) }
}
