import type { RequestContext } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { type Movement, postMovements, requireCapacity } from '#server/finance/actions.ts'
import type { OrderChange } from '#server/orders/change-order.ts'
import * as moneyStore from '#server/orders/money-store.ts'
import type { PaymentRecord, RefundLineRecord, RefundRecord } from '#server/orders/money-store.ts'
import { statusAfter, toLedgerOrder, toMoney } from '#server/orders/order-money.ts'
import { toRefundFields } from '#server/orders/recorded-documents.ts'
import type { OrderRecord } from '#server/orders/store.ts'
import { toRefundPurpose } from '#server/orders/tax-refund.ts'
import type { EventDraft } from '#server/events/events.ts'
import { diffFields } from '#shared/orders/fields.ts'
import { paymentStatusOf, splitRefundByKind } from '#shared/orders/order.ts'
import { isPending } from '#shared/orders/refunds.ts'

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
  const granted = splitRefundByKind(money, changed.amount_minor).find(({ kind }) => kind === 'allowance')
  const after = hasSucceeded ? { ...changed, granted_minor: granted?.amountMinor ?? 0 } : changed
  const reserved = reservedMinor(after) - (before ? reservedMinor(before) : 0)
  const refunded = hasSucceeded ? after.amount_minor : 0

  if (before) await moneyStore.updateRefund(transaction, after)
  else await moneyStore.insertRefund(transaction, after, lines)
  await moneyStore.updatePayment(transaction, {
    id: payment.id,
    refunded_minor: payment.refunded_minor + refunded,
    refund_pending_minor: payment.refund_pending_minor + reserved,
  })
  if (hasSucceeded) {
    await requireCapacity(transaction, order.currency, after.amount_minor)
    await postRefund(transaction, context, order, payment, after, lines, entryKey)
  }

  const moneyAfter = {
    ...money,
    refundedMinor: money.refundedMinor + refunded,
    grantedMinor: money.grantedMinor + after.granted_minor,
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

const reservedMinor = ({ status, amount_minor }: RefundRecord): number => (isPending(status) ? amount_minor : 0)

const postRefund = (
  transaction: Transaction,
  context: RequestContext,
  order: OrderRecord,
  payment: PaymentRecord,
  refund: RefundRecord,
  lines: readonly RefundLineRecord[],
  entryKey: EntryKey = { source: 'kontor', externalId: refund.number },
): Promise<void> =>
  postMovements(transaction, context, [
    {
      kind: 'refunded',
      order: toLedgerOrder(order),
      payment,
      refund,
      purpose: toRefundPurpose(refund, lines),
      amountMinor: refund.amount_minor,
      beforeMinor: order.refunded_minor,
      occurredAt: refund.refunded_at ?? refund.recorded_at,
      ...entryKey,
    },
  ])
