import { hasPermission } from '#server/auth/access.ts'
import type { RequestContext } from '#server/context.ts'
import type { Documents } from '#server/orders/load-documents.ts'
import type { PaymentRecord, RefundLineRecord, RefundRecord } from '#server/orders/money/money-store.ts'
import { findApprovalBlocker, ownRefundLimit, type RefundedOrder } from '#server/orders/money/refund-policy.ts'
import { payableOf } from '#server/orders/money/left-of-payment.ts'
import { keepsSettlement } from '#server/orders/money/settlement.ts'
import type { OrderRecord } from '#server/db/schema/orders.ts'
import { actionPermissions } from '#shared/orders/actions.ts'
import type { PaymentAction } from '#shared/orders/payment-actions.ts'
import { identifyProvider, storeCredit } from '#shared/payment-providers.ts'
import { allowedActions } from '#shared/state-machine.ts'
import {
  isVoid,
  type RefundableOrder,
  type RefundAction,
  refundActions,
  refundLifecycle,
} from '#shared/orders/refunds.ts'
import type { OrderView } from '#shared/orders/views.ts'
import { findRefundProvider } from '#server/orders/money/refund-provider.ts'

/** What decides which actions a payment has: the ids of those that were settled after their capture, and the refunds of the order. */
interface PaymentContext {
  settledLater: ReadonlySet<string>
  refunds: readonly Pick<RefundRecord, 'payment_id' | 'status' | 'settlement_minor' | 'returned_at' | 'paid_through'>[]
}

/** A payment as users see it; `entryNumber` is that of its ledger entry, if they may see it. */
export const toPaymentView = (
  context: RequestContext,
  payment: Documents['payments'][number],
  entryNumber = null as number | null,
  { settledLater, refunds }: PaymentContext = { settledLater: new Set(), refunds: [] },
): OrderView['payments'][number] => ({
  entryNumber,
  actions: listPaymentActions(context, payment, { settledLater, refunds }),
  number: payment.number,
  provider: payment.provider,
  reference: payment.reference,
  note: payment.note,
  amountMinor: payment.amount_minor,
  capturedMinor: payment.captured_minor,
  subsidyMinor: payment.subsidy_minor,
  settlement:
    payment.settlement_currency === ''
      ? null
      : {
          currency: payment.settlement_currency,
          amountMinor: payment.settlement_minor,
          rate: payment.settlement_rate,
          refundedMinor: payment.settlement_refunded_minor,
        },
  refundedMinor: payment.refunded_minor,
  refundPendingMinor: payment.refund_pending_minor,
  disputedMinor: payment.disputed_minor,
  capturedAt: payment.captured_at,
  isRefundedByHand: !findRefundProvider(context.kontor.refundProviders, payment.provider),
})

/** A payment in the currency of the book is hardly ever settled in another one, so it is only offered for others. */
function listPaymentActions(
  context: RequestContext,
  payment: Documents['payments'][number],
  { settledLater, refunds }: PaymentContext,
): PaymentAction[] {
  if (!hasPermission(context, actionPermissions.recordPayment)) return []
  if (payment.settlement_currency === '')
    return payment.currency !== context.kontor.book.currency && canSettle(payment) ? ['settlePayment'] : []
  const isUsed =
    payment.settlement_refunded_minor !== 0 ||
    payment.refund_pending_minor !== 0 ||
    payment.disputed_minor !== 0 ||
    refunds.some((refund) => refund.payment_id === payment.id && keepsSettlement(refund))
  return settledLater.has(payment.id) && !isUsed ? ['unsettlePayment'] : []
}

/** Whether a provider may have settled a payment in another currency. */
const canSettle = ({ provider, captured_minor }: Pick<PaymentRecord, 'provider' | 'captured_minor'>): boolean =>
  captured_minor > 0 && !settledInOwnCurrency.has(identifyProvider(provider) ?? '')

const settledInOwnCurrency: ReadonlySet<string> = new Set([storeCredit, 'cash', 'cash_on_delivery', 'gift_card'])

/** A refund as this user sees it, with the actions that they can take. */
export function toRefundView(
  context: RequestContext,
  refund: Documents['refunds'][number],
  { refundLines, payments }: Pick<Documents, 'refundLines' | 'payments'>,
  order: OrderRecord,
  refunded: RefundedOrder,
  entryNumber = null as number | null,
): OrderView['refunds'][number] {
  const payment = payments.find(({ id }) => id === refund.payment_id)
  const isPayable = payment !== undefined && refund.amount_minor <= payableOf(refund, payment, order)
  return {
    entryNumber,
    number: refund.number,
    paymentNumber: refund.payment_number,
    provider: refund.provider,
    status: refund.status,
    amountMinor: refund.amount_minor,
    settlementMinor: refund.settlement_minor,
    shippingMinor: refund.shipping_minor,
    lines: refundLines
      .filter(({ refund_id }) => refund_id === refund.id)
      .map(({ line_id, quantity, amount_minor }) => ({ id: line_id, quantity, amountMinor: amount_minor })),
    reason: refund.reason,
    statusReason: refund.status_reason,
    reference: refund.reference,
    requestedBy: refund.requester_name,
    requestedAt: refund.requested_by === null ? null : refund.recorded_at,
    decidedBy: refund.decider_name,
    decidedAt: refund.decided_at,
    attempts: refund.attempts,
    refundedAt: refund.refunded_at,
    returnedAt: refund.returned_at,
    paidThrough: refund.paid_through,
    ...decideRefundActions(context, refund, refunded, isPayable),
  }
}

function decideRefundActions(
  context: RequestContext,
  refund: Documents['refunds'][number],
  refunded: RefundedOrder,
  isPayable: boolean,
): Pick<OrderView['refunds'][number], 'actions' | 'approvalBlocker' | 'payoutBlocker'> {
  const { status, requested_by } = refund
  const isOwn = requested_by !== null && requested_by === context.session?.user.id
  const hasProvider = findRefundProvider(context.kontor.refundProviders, refund.provider) !== undefined
  const canDecide = hasPermission(context, 'refunds.approve')
  const approvalBlocker = status === 'requested' ? findApprovalBlocker(context, refund, refunded) : null
  const isAllowed: Record<RefundAction, boolean> = {
    approve: approvalBlocker === null && canDecide,
    withdraw: isOwn && hasPermission(context, 'refunds.request'),
    // Those who requested it themselves withdraw it.
    reject: canDecide && !(isOwn && status === 'requested'),
    retry: canDecide && isPayable,
    payByTransfer: canDecide && isPayable && refund.provider !== storeCredit,
    // What was paid with it is paid back to it anyway.
    payToCredit: canDecide && isPayable && refund.provider !== storeCredit,
    markReturned: canDecide,
    markPaid: canDecide && !hasProvider,
    markFailed: canDecide && !hasProvider,
  }
  const possible = allowedActions(refundLifecycle, status)
  return {
    actions: refundActions.filter((action) => possible.includes(action) && isAllowed[action]),
    approvalBlocker,
    payoutBlocker: canDecide && !isPayable && possible.includes('retry') ? 'amount-refunded' : null,
  }
}

/** How much of an order the user can still refund alone: null is any amount, 0 nothing. */
export const findOwnRefundLimit = ({ kontor, session }: RequestContext, refunded: RefundedOrder): number | null =>
  session ? ownRefundLimit(kontor, session.user, refunded) : 0

/** What refunds give back of a line. */
export const toRefunded = (line: RefundableOrder['lines'][number] | undefined) => ({
  refundedQuantity: line?.refundedQuantity ?? 0,
  refundedMinor: line?.refundedMinor ?? 0,
})

/** An order with what its refunds, except those that failed or were rejected, give back of each line and of shipping. */
export function toRefundable<Line extends { id: string; quantity: number; total_minor: number; tax_minor: number }>(
  order: Pick<OrderRecord, 'subtotal_minor' | 'shipping_minor' | 'shipping_tax_minor' | 'total_minor'>,
  lines: readonly Line[],
  refunds: readonly Pick<RefundRecord, 'status' | 'shipping_minor'>[],
  refundLines: readonly (Pick<RefundLineRecord, 'line_id' | 'quantity' | 'amount_minor'> &
    Pick<RefundRecord, 'status'>)[],
): RefundableOrder {
  const counts = ({ status }: Pick<RefundRecord, 'status'>): boolean => !isVoid(status)
  const byLine = Map.groupBy(refundLines.filter(counts), ({ line_id }) => line_id)
  return {
    subtotalMinor: order.subtotal_minor,
    shippingMinor: order.shipping_minor,
    shippingTaxMinor: order.shipping_tax_minor,
    totalMinor: order.total_minor,
    shippingRefundedMinor: refunds.filter(counts).reduce((sum, { shipping_minor }) => sum + shipping_minor, 0),
    lines: lines.map(({ id, quantity, total_minor, tax_minor }) => ({
      id,
      quantity,
      totalMinor: total_minor,
      taxMinor: tax_minor,
      refundedQuantity: (byLine.get(id) ?? []).reduce((sum, line) => sum + line.quantity, 0),
      refundedMinor: (byLine.get(id) ?? []).reduce((sum, line) => sum + line.amount_minor, 0),
    })),
  }
}
