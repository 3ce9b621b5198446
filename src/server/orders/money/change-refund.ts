import type { RequestContext } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Movement } from '#server/finance/movement.ts'
import { postMovements, requireCapacity } from '#server/finance/movements.ts'
import { requireCreditable } from '#server/finance/store-credit.ts'
import type { OrderChange } from '#server/orders/change-order.ts'
import { replaceReference } from '#server/orders/change-store.ts'
import * as moneyStore from '#server/orders/money/money-store.ts'
import type { PaymentRecord, RefundLineRecord, RefundRecord } from '#server/orders/money/money-store.ts'
import { statusAfter, toLedgerOrder, toMoney } from '#server/orders/order-money.ts'
import { toRefundFields } from '#server/orders/recorded-documents.ts'
import { findDifference, settledMinor, takenBackMinor, toSettlement } from '#server/orders/money/settlement.ts'
import type { OrderRecord } from '#server/db/schema/orders.ts'
import { toRefundPurpose } from '#server/orders/money/tax-refund.ts'
import type { EventDraft } from '#server/events/events.ts'
import { diffFields } from '#shared/orders/fields.ts'
import { paymentStatusOf, splitRefundByKind } from '#shared/orders/order.ts'
import { isPending } from '#shared/orders/refunds.ts'
import { storeCredit } from '#shared/payment-providers.ts'

interface RefundChange {
  order: OrderRecord
  payment: PaymentRecord
  /** `undefined` for a new refund. */
  before?: RefundRecord
  after: RefundRecord
  lines: readonly RefundLineRecord[]
  event: EventDraft['action']
  /** The idempotency key of its ledger entry; the number of the refund by default. */
  entryKey?: EntryKey
}

/** Identifies a ledger entry of another system, so that it is never posted twice. */
export type EntryKey = Pick<Movement, 'source' | 'externalId'>

/**
 * Stores a refund after its status has changed, or a new one, and what follows: what is reserved and refunded of its payment, and a ledger
 * entry once it has succeeded. Returns the change of the order for `changeOrder`.
 */
export async function changeRefund(
  transaction: Transaction,
  context: RequestContext,
  { order, payment, before, after: changed, lines, event, entryKey }: RefundChange,
): Promise<OrderChange> {
  const hasSucceeded = changed.status === 'succeeded'
  const money = toMoney(order)
  const allowance = splitRefundByKind(money, changed.amount_minor).find(({ kind }) => kind === 'allowance')
  const wasReturned = before !== undefined && before.returned_at !== null
  const isGivenUp = wasReturned && changed.status === 'rejected'
  const granted = hasSucceeded ? (allowance?.amountMinor ?? 0) : isGivenUp ? -changed.granted_minor : 0
  const after = {
    ...changed,
    granted_minor: changed.granted_minor + granted,
    ...(hasSucceeded && { settlement_minor: settledMinor(payment, changed) }),
  }
  const reserved = reservedMinor(after) - (before ? reservedMinor(before) : 0)
  const refunded = refundedMinor(after) - (before ? refundedMinor(before) : 0)

  if (after.paid_through === storeCredit && (hasSucceeded || !before))
    await requireCreditable(transaction, order.customer_number)
  if (before) await moneyStore.updateRefund(transaction, after)
  else await moneyStore.insertRefund(transaction, after, lines)
  await replaceReference(transaction, order, { before: before?.reference ?? '', after: after.reference })
  await moneyStore.updatePayment(transaction, {
    id: payment.id,
    refunded_minor: payment.refunded_minor + refunded,
    refund_pending_minor: payment.refund_pending_minor + reserved,
    settlement_refunded_minor: payment.settlement_refunded_minor + takenBackMinor(after) - takenBackMinor(before),
  })
  if (refunded !== 0 || isGivenUp) {
    await requireCapacity(transaction, order.currency, after.amount_minor)
    if (payment.settlement_currency !== '')
      await requireCapacity(transaction, payment.settlement_currency, after.settlement_minor)
    const key = entryKey ?? keyOf(order, before, after)
    if (isGivenUp) await postGivenUp(transaction, context, { order, payment, refund: before, key })
    else await postRefund(transaction, context, { order, payment, before, refund: after, lines, key })
  }

  const moneyAfter = {
    ...money,
    refundedMinor: money.refundedMinor + refunded,
    grantedMinor: money.grantedMinor + granted,
  }
  return {
    columns: {
      refunded_minor: moneyAfter.refundedMinor,
      granted_minor: moneyAfter.grantedMinor,
      refund_pending_minor: order.refund_pending_minor + reserved,
      payment_status: paymentStatusOf({ ...moneyAfter, authorizedMinor: order.authorized_minor }),
      status: statusAfter(order, moneyAfter),
    },
    event: {
      action: event,
      parameters: {
        document: after.number,
        amountMinor: after.amount_minor,
        currency: after.currency,
        ...((after.status_reason || after.reason) && { reason: after.status_reason || after.reason }),
      },
    },
    documentChanges: diffFields(before ? toRefundFields(before, lines) : new Map(), toRefundFields(after, lines)),
  }
}

/** The status of a refund that was not paid: one that has come back before is still owed to the customer. */
export const failedStatusOf = ({ returned_at }: RefundRecord): 'failed' | 'returned' =>
  returned_at === null ? 'failed' : 'returned'

const reservedMinor = ({ status, amount_minor }: RefundRecord): number => (isPending(status) ? amount_minor : 0)

const refundedMinor = ({ status, amount_minor }: RefundRecord): number => (status === 'succeeded' ? amount_minor : 0)

/** Names the first entry of a refund by its number, and what follows after it was returned by what happened, too. */
const keyOf = (order: OrderRecord, before: RefundRecord | undefined, after: RefundRecord): EntryKey => ({
  source: 'kontor',
  externalId:
    before === undefined || (before.returned_at === null && after.returned_at === null)
      ? after.number
      : `${after.number}/${after.status}/${order.version + 1}`,
})

interface PostedRefund {
  order: OrderRecord
  payment: PaymentRecord
  refund: RefundRecord
  key: EntryKey
}

const postGivenUp = async (
  transaction: Transaction,
  context: RequestContext,
  { order, payment, refund, key }: PostedRefund,
): Promise<void> => {
  await postMovements(transaction, context, [
    {
      kind: 'refund_cancelled',
      order: toLedgerOrder(order),
      payment,
      refund,
      grantedMinor: refund.granted_minor,
      occurredAt: context.kontor.now(),
      ...key,
    },
  ])
}

/** Posts the refund, and once nothing is left of a payment that was settled in another currency, what was gained or lost by that. */
async function postRefund(
  transaction: Transaction,
  context: RequestContext,
  {
    order,
    payment,
    before,
    refund,
    lines,
    key,
  }: PostedRefund & { before: RefundRecord | undefined; lines: readonly RefundLineRecord[] },
): Promise<void> {
  const { source, externalId } = key
  const common = {
    order: toLedgerOrder(order),
    payment: { ...payment, provider: refund.paid_through || payment.provider },
    occurredAt: (refund.status === 'returned' ? refund.returned_at : refund.refunded_at) ?? refund.recorded_at,
    source,
  }
  const moved: Movement = {
    ...common,
    kind: refund.status === 'returned' ? 'refund_returned' : 'refunded',
    refund,
    purpose: toRefundPurpose(refund, lines),
    settlement: toSettlement(payment, refund.settlement_minor),
    amountMinor: refund.amount_minor,
    beforeMinor: order.refunded_minor,
    externalId,
  }
  const difference = await findDifference(transaction, payment, before, refund)
  const realized: Movement[] = difference
    ? [{ ...common, kind: 'exchange_difference', difference, externalId: `${externalId}/exchange` }]
    : []
  await postMovements(transaction, context, [moved, ...realized])
}
