import type { RequestContext } from '#server/context.ts'
import type { CurrentUser } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { newId } from '#server/db/id.ts'
import { postDispute, postMovements } from '#server/finance/actions.ts'
import { toLedgerOrder } from '#server/orders/order-money.ts'
import { findDifference, shareOfSettlement } from '#server/orders/money/settlement.ts'
import { toPostedDispute } from '#server/orders/money/change-dispute.ts'
import type { OrderChange } from '#server/orders/change-order.ts'
import * as store from '#server/orders/money/dispute-store.ts'
import type { DisputeRecord } from '#server/orders/money/dispute-store.ts'
import { toDisputeFields } from '#server/orders/money/disputes.ts'
import { listPayments, type PaymentRecord } from '#server/orders/money/money-store.ts'
import { allocateNumbers } from '#server/orders/numbers.ts'
import { leftOf } from '#server/orders/money/resolve-refund.ts'
import type { OrderRecord } from '#server/orders/store.ts'
import { formatMoney } from '#shared/money.ts'
import { type DisputeAction, disputeLifecycle, holdsAmount } from '#shared/orders/dispute.ts'
import { diffFields } from '#shared/orders/fields.ts'
import { isSameProvider, storeCredit } from '#shared/payment-providers.ts'
import { invalidInput, ProblemError } from '#shared/problem.ts'
import { allowedActions, nextState } from '#shared/state-machine.ts'

/** What a provider took back of a payment, and its fee. */
interface NewDispute {
  /** The number of the payment. */
  payment: string
  amountMinor: number
  /** In the currency in which the provider takes it. */
  feeIn: (currency: string) => number
  /** The amount that the provider takes for a payment settled in another currency; 0 if unknown. */
  settledIn: (currency: string) => number
  reason: string
  reference?: string | undefined
  openedAt: number
  respondBy?: string | undefined
}

/** Opens a dispute of an order. Throws `invalid-input` for a payment of another order, an amount above its remaining amount, and a reference that is already recorded. */
export async function openDispute(
  transaction: Transaction,
  context: RequestContext,
  order: OrderRecord,
  actor: Pick<CurrentUser, 'id'>,
  {
    payment: paymentNumber,
    amountMinor,
    feeIn,
    settledIn,
    reason,
    reference = '',
    openedAt,
    respondBy = '',
  }: NewDispute,
): Promise<OrderChange> {
  const { kontor } = context
  const payment = (await listPayments(transaction, order.id)).find((each) => each.number === paymentNumber)
  if (!payment) throw invalidInput({ pointer: '/payment', reason: 'choice' })
  if (payment.provider === storeCredit) throw invalidInput({ pointer: '/payment', reason: 'dispute-store-credit' })
  requireLeft(payment, amountMinor)
  const { settlement_currency: settlementCurrency } = payment
  const feeMinor = feeIn(settlementCurrency || order.currency)
  const settledMinor =
    settlementCurrency === '' ? 0 : settledIn(settlementCurrency) || shareOfSettlement(payment, amountMinor)
  await requireNewReference(transaction, payment, reference)
  const now = kontor.now()
  const [number = ''] = await allocateNumbers(transaction, kontor.book.timeZone, 'DP', [now])
  const dispute: DisputeRecord = {
    id: newId(),
    number,
    order_id: order.id,
    payment_id: payment.id,
    provider: payment.provider,
    reference,
    status: 'open',
    currency: order.currency,
    amount_minor: amountMinor,
    fee_minor: feeMinor,
    settlement_currency: settlementCurrency,
    settlement_minor: settledMinor,
    settlement_returned_minor: 0,
    fee_returned: 0,
    tax_minor: 0,
    offset_minor: 0,
    offset_tax_minor: 0,
    reason,
    cancel_reason: '',
    opened_at: openedAt,
    respond_by: respondBy,
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
    settledMinor,
    occurredAt: openedAt,
    externalId: number,
  })
  return storeChange(transaction, context, {
    order,
    payment,
    before: undefined,
    after: dispute,
    event: 'dispute.opened',
  })
}

function requireLeft(payment: PaymentRecord, amountMinor: number): void {
  if (amountMinor === 0) throw invalidInput({ pointer: '/amount', reason: 'above-zero' })
  if (amountMinor > leftOf(payment))
    throw invalidInput({
      pointer: '/amount',
      reason: 'dispute-too-high',
      parameters: { maximum: formatMoney(leftOf(payment), payment.currency), payment: payment.number },
    })
}

/** A dispute of a provider is recorded once. */
async function requireNewReference(
  transaction: Transaction,
  { provider }: PaymentRecord,
  reference: string,
): Promise<void> {
  const sameReference = reference === '' ? [] : await store.listByReference(transaction, reference)
  const known = sameReference.find((dispute) => isSameProvider(dispute.provider, provider))
  if (known)
    throw invalidInput({
      pointer: '/reference',
      reason: 'dispute-known',
      parameters: { number: known.number, order: known.order_number },
    })
}

export interface FoundDispute {
  order: OrderRecord
  payment: PaymentRecord
  dispute: DisputeRecord
  /** All of the order. */
  disputes: readonly DisputeRecord[]
}

export interface DisputeDecision {
  /** The dispute with what the action changes; its status follows from the action. */
  after: DisputeRecord
  event: DisputeEvent
  reason?: string
}

type DisputeEvent = `dispute.${'opened' | 'won' | 'lost' | 'reopened' | 'cancelled'}`

const isReversal = (event: DisputeEvent): boolean => event === 'dispute.reopened' || event === 'dispute.cancelled'

/** Takes an action on the dispute with this number. Throws `not-found` and `illegal-transition`. */
export async function decideDispute(
  transaction: Transaction,
  context: RequestContext,
  order: OrderRecord,
  disputeNumber: string,
  action: DisputeAction,
  decide: (found: FoundDispute) => Promise<DisputeDecision>,
): Promise<OrderChange> {
  const disputes = await store.listDisputes(transaction, order.id)
  const dispute = disputes.find(({ number }) => number === disputeNumber)
  const payments = await listPayments(transaction, order.id)
  const payment = payments.find(({ id }) => id === dispute?.payment_id)
  if (!dispute || !payment) throw new ProblemError('not-found', { number: disputeNumber })
  const status = nextState(disputeLifecycle, dispute.status, action)
  if (status === undefined)
    throw new ProblemError('illegal-transition', {
      allowedActions: allowedActions(disputeLifecycle, dispute.status).join(' '),
    })
  const { after, event, reason } = await decide({ order, payment, dispute, disputes })
  const changed = { ...after, status }
  await store.updateDispute(transaction, changed)
  return storeChange(transaction, context, { order, payment, before: dispute, after: changed, event, reason })
}

/** Posts that a dispute was won, and returns it as it is then. */
export async function postWon(
  transaction: Transaction,
  context: RequestContext,
  { order, payment, dispute }: Omit<FoundDispute, 'disputes'>,
  { feeReturned, closedAt, returnedMinor }: { feeReturned: boolean; closedAt: number; returnedMinor: number },
): Promise<DisputeRecord> {
  const feeMinor = feeReturned ? dispute.fee_minor : 0
  // What the provider took, unless someone says otherwise.
  const settledMinor = dispute.settlement_minor === 0 ? 0 : returnedMinor || dispute.settlement_minor
  await postDispute(transaction, context, {
    rule: 'won',
    dispute: toPostedDispute(order, payment, dispute),
    amountMinor: dispute.amount_minor,
    feeMinor,
    settledMinor,
    occurredAt: closedAt,
    externalId: `${dispute.number}/won/${order.version + 1}`,
  })
  return {
    ...dispute,
    closed_at: closedAt,
    fee_returned: feeMinor > 0 ? 1 : 0,
    settlement_returned_minor: settledMinor,
  }
}

/** The changes to the payment and the order after a dispute was recorded or has changed. */
async function storeChange(
  transaction: Transaction,
  context: RequestContext,
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
  const difference = await findDifference(transaction, payment, before, after)
  if (difference)
    await postMovements(transaction, context, [
      {
        kind: 'exchange_difference',
        order: toLedgerOrder(order),
        payment,
        difference,
        // With the entry that it follows from: a reversal is posted today.
        occurredAt: isReversal(event) ? context.kontor.now() : (after.closed_at ?? after.opened_at),
        source: 'kontor',
        externalId: `${after.number}/exchange/${order.version + 1}`,
      },
    ])
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
