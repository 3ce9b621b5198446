import type { Action, AuthenticatedContext } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { findTaxOfDispute, postDispute, reverseDispute } from '#server/finance/dispute-entries.ts'
import { parseAmount } from '#server/orders/amount-input.ts'
import { toPostedDispute } from '#server/orders/money/change-dispute.ts'
import { changeOrder } from '#server/orders/change-order.ts'
import { decideDispute, type DisputeDecision, type FoundDispute, postWon } from '#server/orders/money/decide-dispute.ts'
import { openDispute } from '#server/orders/money/open-dispute.ts'
import type { DisputeRecord } from '#server/orders/money/dispute-store.ts'
import { sumTakenTax } from '#server/orders/money/disputes.ts'
import type { PaymentRecord } from '#server/orders/money/money-store.ts'
import { leftOf } from '#server/orders/money/left-of-payment.ts'
import { parsePastTime } from '#server/orders/past-time-input.ts'
import { formatMoney } from '#shared/money.ts'
import type { DisputeAction } from '#shared/orders/dispute.ts'
import type { OrderView } from '#shared/orders/views.ts'
import { invalidInput, ProblemError } from '#shared/problem.ts'

/** `POST /api/orders/:number/disputes`: records that a provider took a payment back, in full or in part. */
export const recordDispute: Action<'recordDispute'> = (context, { number, version, fee, settlementAmount, ...input }) =>
  changeOrder(context, { number, version, action: 'recordDispute' }, (order, transaction, actor) => {
    const { book, now } = context.kontor
    return openDispute(transaction, context, order, actor, {
      ...input,
      amountMinor: parseAmount(input.amount, order.currency, '/amount'),
      feeIn: (currency) => parseAmount(fee, currency, '/fee'),
      settledIn: (currency) => parseAmount(settlementAmount, currency, '/settlementAmount'),
      openedAt: parsePastTime(input.openedAt, book.timeZone, now(), '/openedAt'),
    })
  })

/** `POST /api/orders/:number/disputes/:dispute/recovery`: the provider returned the amount, and perhaps its fee. */
export const winDispute: Action<'winDispute'> = (context, { feeReturned, closedAt, settlementAmount, ...target }) =>
  changeDispute(context, target, 'winDispute', async (transaction, { order, payment, dispute }) => {
    const returnedMinor =
      dispute.settlement_currency === ''
        ? 0
        : parseAmount(settlementAmount, dispute.settlement_currency, '/settlementAmount')
    const closed = { feeReturned, closedAt: parseClosedAt(context, closedAt, dispute), returnedMinor }
    const after = await postWon(transaction, context, { order, payment, dispute }, closed)
    return { after, event: 'dispute.won' }
  })

/** `POST /api/orders/:number/disputes/:dispute/loss`: the customer keeps the amount. */
export const loseDispute: Action<'loseDispute'> = (context, { reducesTax, closedAt, ...target }) =>
  changeDispute(context, target, 'loseDispute', async (transaction, { order, payment, dispute, disputes }) => {
    const taxMinor = reducesTax
      ? await findTaxOfDispute(transaction, order, dispute.amount_minor, sumTakenTax(disputes))
      : 0
    const after = { ...dispute, closed_at: parseClosedAt(context, closedAt, dispute), tax_minor: taxMinor }
    await postDispute(transaction, context, {
      rule: 'lost',
      dispute: toPostedDispute(order, payment, dispute),
      amountMinor: dispute.amount_minor,
      taxMinor,
      occurredAt: after.closed_at,
      externalId: `${dispute.number}/lost/${order.version + 1}`,
    })
    return { after, event: 'dispute.lost' }
  })

/** `POST /api/orders/:number/disputes/:dispute/reopening`: the decision was a mistake, or the provider decides again. Reverses the entry of the decision. */
export const reopenDispute: Action<'reopenDispute'> = (context, { reason, ...target }) =>
  changeDispute(context, target, 'reopenDispute', async (transaction, { order, payment, dispute }) => {
    if (dispute.offset_minor > 0) throw new ProblemError('dispute-offset', { number: dispute.number })
    if (dispute.status === 'won') requireNotRefunded(payment, dispute)
    await reverseDispute(transaction, context, {
      rule: dispute.status === 'won' ? 'won' : 'lost',
      dispute,
      memo: reason,
      externalId: `${dispute.number}/reopened/${order.version + 1}`,
    })
    return {
      after: { ...dispute, closed_at: null, fee_returned: 0, tax_minor: 0, settlement_returned_minor: 0 },
      event: 'dispute.reopened',
      reason,
    }
  })

/** `POST /api/orders/:number/disputes/:dispute/cancellation`: it was recorded by mistake. Reverses its entry. */
export const cancelDispute: Action<'cancelDispute'> = (context, { reason, ...target }) =>
  changeDispute(context, target, 'cancelDispute', async (transaction, { dispute }) => {
    await reverseDispute(transaction, context, {
      rule: 'opened',
      dispute,
      memo: reason,
      externalId: `${dispute.number}/cancelled`,
    })
    return { after: { ...dispute, cancel_reason: reason }, event: 'dispute.cancelled', reason }
  })

/** An open dispute holds its amount, which may have been refunded after it was won. Throws `dispute-refunded`. */
function requireNotRefunded(payment: PaymentRecord, { number, amount_minor, currency }: DisputeRecord): void {
  if (amount_minor <= leftOf(payment)) return
  throw new ProblemError('dispute-refunded', {
    number,
    amount: formatMoney(amount_minor, currency),
    payment: payment.number,
    maximum: formatMoney(leftOf(payment), currency),
  })
}

/** When the provider decided: not before the dispute. */
function parseClosedAt(
  { kontor }: AuthenticatedContext,
  text: string | undefined,
  { opened_at }: DisputeRecord,
): number {
  const closedAt = parsePastTime(text, kontor.book.timeZone, kontor.now(), '/closedAt')
  if (closedAt < opened_at) throw invalidInput({ pointer: '/closedAt', reason: 'before-dispute' })
  return closedAt
}

/** Takes an action on a dispute. */
const changeDispute = (
  context: AuthenticatedContext,
  target: { number: string; dispute: string; version: number },
  action: DisputeAction,
  decide: (transaction: Transaction, found: FoundDispute) => Promise<DisputeDecision>,
): Promise<OrderView> =>
  changeOrder(context, { number: target.number, version: target.version, action }, (order, transaction) =>
    decideDispute(transaction, context, order, target.dispute, action, (found) => decide(transaction, found)),
  )
