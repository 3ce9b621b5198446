import type { Action, AuthenticatedContext } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { newId } from '#server/db/id.ts'
import { findTaxOfDispute, postDispute, reverseDispute } from '#server/finance/actions.ts'
import { parseAmount } from '#server/orders/amount-input.ts'
import { toPostedDispute } from '#server/orders/change-dispute.ts'
import { changeOrder, type OrderChange } from '#server/orders/change-order.ts'
import * as store from '#server/orders/dispute-store.ts'
import type { DisputeRecord } from '#server/orders/dispute-store.ts'
import { sumTakenTax, toDisputeFields } from '#server/orders/disputes.ts'
import { listPayments, type PaymentRecord } from '#server/orders/money-store.ts'
import { allocateNumbers } from '#server/orders/numbers.ts'
import { parsePastTime } from '#server/orders/past-time-input.ts'
import type { OrderRecord } from '#server/orders/store.ts'
import { formatMoney } from '#shared/money.ts'
import { type DisputeAction, disputeLifecycle, holdsAmount } from '#shared/orders/dispute.ts'
import { diffFields } from '#shared/orders/fields.ts'
import type { RecordDisputeInput } from '#shared/orders/inputs.ts'
import type { OrderView } from '#shared/orders/views.ts'
import { invalidInput, ProblemError } from '#shared/problem.ts'
import { allowedActions, nextState } from '#shared/state-machine.ts'

/** `POST /api/orders/:number/disputes`: records that a provider took a payment back, in full or in part. */
export const recordDispute: Action<'recordDispute'> = (context, { number, version, ...input }) =>
  changeOrder(context, { number, version, action: 'recordDispute' }, async (order, transaction, actor) => {
    const { kontor } = context
    const payment = (await listPayments(transaction, order.id)).find((each) => each.number === input.payment)
    if (!payment) throw invalidInput({ pointer: '/payment', reason: 'choice' })
    const amountMinor = parseDisputedAmount(input, payment)
    const feeMinor = parseAmount(input.fee, order.currency, '/fee')
    const now = kontor.now()
    const openedAt = parsePastTime(input.openedAt, kontor.book.timeZone, now, '/openedAt')
    await requireNewReference(transaction, payment, input.reference)
    const [disputeNumber = ''] = await allocateNumbers(transaction, kontor.book.timeZone, 'DP', [now])
    const dispute: DisputeRecord = {
      id: newId(),
      number: disputeNumber,
      order_id: order.id,
      payment_id: payment.id,
      provider: payment.provider,
      reference: input.reference ?? '',
      status: 'open',
      currency: order.currency,
      amount_minor: amountMinor,
      fee_minor: feeMinor,
      fee_returned: 0,
      tax_minor: 0,
      offset_minor: 0,
      offset_tax_minor: 0,
      reason: input.reason,
      cancel_reason: '',
      opened_at: openedAt,
      respond_by: input.respondBy ?? '',
      closed_at: null,
      recorded_at: now,
      created_by: actor.id,
    }
    await store.insertDispute(transaction, order, dispute)
    await postDispute(transaction, context, {
      rule: 'opened',
      dispute: toPostedDispute(order, payment, dispute),
      amountMinor,
      feeMinor,
      occurredAt: openedAt,
      externalId: disputeNumber,
    })
    return storeChange(transaction, { order, payment, before: undefined, after: dispute, event: 'dispute.opened' })
  })

/** `POST /api/orders/:number/disputes/:dispute/recovery`: the provider returned the amount, and perhaps its fee. */
export const winDispute: Action<'winDispute'> = (context, { feeReturned, closedAt, ...target }) =>
  changeDispute(context, target, 'winDispute', async (transaction, { order, payment, dispute }) => {
    const after: DisputeRecord = {
      ...dispute,
      closed_at: parseClosedAt(context, closedAt, dispute),
      fee_returned: feeReturned && dispute.fee_minor > 0 ? 1 : 0,
    }
    await postDispute(transaction, context, {
      rule: 'won',
      dispute: toPostedDispute(order, payment, dispute),
      amountMinor: dispute.amount_minor,
      feeMinor: after.fee_returned === 1 ? dispute.fee_minor : 0,
      occurredAt: after.closed_at ?? 0,
      externalId: `${dispute.number}/won/${order.version + 1}`,
    })
    return { after, event: 'dispute.won' }
  })

/** `POST /api/orders/:number/disputes/:dispute/loss`: the customer keeps the amount. */
export const loseDispute: Action<'loseDispute'> = (context, { reducesTax, closedAt, ...target }) =>
  changeDispute(context, target, 'loseDispute', async (transaction, { order, payment, dispute, disputes }) => {
    const taxMinor = reducesTax
      ? await findTaxOfDispute(transaction, order.id, dispute.amount_minor, sumTakenTax(disputes))
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

/** `POST /api/orders/:number/disputes/:dispute/reopening`: it was not decided, or is decided anew. Reverses the entry of the decision. */
export const reopenDispute: Action<'reopenDispute'> = (context, { reason, ...target }) =>
  changeDispute(context, target, 'reopenDispute', async (transaction, { order, dispute }) => {
    if (dispute.offset_minor > 0) throw new ProblemError('dispute-offset', { number: dispute.number })
    await reverseDispute(transaction, context, {
      rule: dispute.status === 'won' ? 'won' : 'lost',
      dispute,
      memo: reason,
      externalId: `${dispute.number}/reopened/${order.version + 1}`,
    })
    return { after: { ...dispute, closed_at: null, fee_returned: 0, tax_minor: 0 }, event: 'dispute.reopened', reason }
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

function parseDisputedAmount({ amount }: Pick<RecordDisputeInput, 'amount'>, payment: PaymentRecord): number {
  const { currency, captured_minor, refunded_minor, refund_pending_minor, disputed_minor } = payment
  const amountMinor = parseAmount(amount, currency, '/amount')
  if (amountMinor === 0) throw invalidInput({ pointer: '/amount', reason: 'above-zero' })
  const leftMinor = captured_minor - refunded_minor - refund_pending_minor - disputed_minor
  if (amountMinor > leftMinor)
    throw invalidInput({
      pointer: '/amount',
      reason: 'dispute-too-high',
      parameters: { maximum: formatMoney(leftMinor, currency), payment: payment.number },
    })
  return amountMinor
}

/** A dispute of a provider is recorded once. */
async function requireNewReference(
  transaction: Transaction,
  { provider }: PaymentRecord,
  reference: string | undefined,
): Promise<void> {
  const known = reference === undefined ? undefined : await store.findByReference(transaction, provider, reference)
  if (known)
    throw invalidInput({
      pointer: '/reference',
      reason: 'dispute-known',
      parameters: { number: known.number, order: known.order_number },
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

interface Found {
  order: OrderRecord
  payment: PaymentRecord
  dispute: DisputeRecord
  /** All of the order. */
  disputes: readonly DisputeRecord[]
}

interface Decision {
  /** The dispute with what the action changes; its status follows from the action. */
  after: DisputeRecord
  event: DisputeEvent
  reason?: string
}

type DisputeEvent = `dispute.${'opened' | 'won' | 'lost' | 'reopened' | 'cancelled'}`

/** Takes an action on a dispute. */
const changeDispute = (
  context: AuthenticatedContext,
  target: { number: string; dispute: string; version: number },
  action: DisputeAction,
  decide: (transaction: Transaction, found: Found) => Promise<Decision>,
): Promise<OrderView> =>
  changeOrder(context, { number: target.number, version: target.version, action }, async (order, transaction) => {
    const disputes = await store.listDisputes(transaction, order.id)
    const dispute = disputes.find(({ number }) => number === target.dispute)
    const payments = await listPayments(transaction, order.id)
    const payment = payments.find(({ id }) => id === dispute?.payment_id)
    if (!dispute || !payment) throw new ProblemError('not-found', { number: target.dispute })
    const status = nextState(disputeLifecycle, dispute.status, action)
    if (status === undefined)
      throw new ProblemError('illegal-transition', {
        allowedActions: allowedActions(disputeLifecycle, dispute.status).join(' '),
      })
    const { after, event, reason } = await decide(transaction, { order, payment, dispute, disputes })
    const changed = { ...after, status }
    await store.updateDispute(transaction, changed)
    return storeChange(transaction, { order, payment, before: dispute, after: changed, event, reason })
  })

/** What follows for the payment and the order from a dispute that is new or has changed. */
async function storeChange(
  transaction: Transaction,
  {
    order,
    payment,
    before,
    after,
    event,
    reason = after.reason,
  }: {
    order: OrderRecord
    payment: PaymentRecord
    before: DisputeRecord | undefined
    after: DisputeRecord
    event: DisputeEvent
    reason?: string | undefined
  },
): Promise<OrderChange> {
  const changeOf = (counts: (dispute: DisputeRecord) => boolean): number =>
    (counts(after) ? after.amount_minor : 0) - (before && counts(before) ? before.amount_minor : 0)
  await store.updateDisputed(
    transaction,
    payment.id,
    payment.disputed_minor + changeOf(({ status }) => holdsAmount(status)),
  )
  return {
    columns: {
      dispute_open_minor: order.dispute_open_minor + changeOf(({ status }) => status === 'open'),
      dispute_lost_minor: order.dispute_lost_minor + changeOf(({ status }) => status === 'lost'),
    },
    event: {
      action: event,
      parameters: { document: after.number, amountMinor: after.amount_minor, currency: after.currency, reason },
    },
    documentChanges: diffFields(before ? toDisputeFields(before) : new Map(), toDisputeFields(after)),
  }
}
