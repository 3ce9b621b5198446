import { type AuthenticatedContext } from '#server/context.ts'
import { type PaymentRecord, type RefundRecord } from '#server/orders/money/money-store.ts'
import { payRefund } from '#server/orders/money/pay-refund.ts'
import { loadOrderView } from '#server/orders/views.ts'
import type { EventAction } from '#shared/events/event-actions.ts'
import { type RefundAction } from '#shared/orders/refunds.ts'
import { type OrderView } from '#shared/orders/views.ts'
import { findRefundProvider } from '#server/orders/money/refund-provider.ts'
import { storeCredit } from '#shared/payment-providers.ts'

/** The refund being sent to the provider; already paid if it is paid manually or as store credit. */
export function startPayout(
  { kontor }: AuthenticatedContext,
  payment: PaymentRecord,
  refund: RefundRecord,
): RefundRecord {
  const now = kontor.now()
  const paid_through = refund.paid_through === storeCredit ? storeCredit : ''
  const isCredit = [payment.provider, paid_through].includes(storeCredit)
  const isPaidNow = isCredit || !findRefundProvider(kontor.refundProviders, payment.provider)
  return isPaidNow
    ? { ...refund, status: 'succeeded', status_reason: '', paid_through, refunded_at: now }
    : {
        ...refund,
        status: 'processing',
        status_reason: '',
        paid_through: '',
        attempts: refund.attempts + 1,
        started_at: now,
      }
}

/** The event of a refund that a user has decided about. */
export const refundEventOf = (action: RefundAction, { status }: RefundRecord) =>
  status === 'succeeded' ? 'refund.succeeded' : eventByAction[action]

const eventByAction = {
  approve: 'refund.approved',
  withdraw: 'refund.withdrawn',
  reject: 'refund.rejected',
  retry: 'refund.retried',
  markPaid: 'refund.succeeded',
  payByTransfer: 'refund.succeeded',
  payToCredit: 'refund.succeeded',
  markFailed: 'refund.failed',
  markReturned: 'refund.returned',
} as const satisfies Record<RefundAction, EventAction>

/** Pays the refund out if it is on its way to a provider. */
export async function payAndReload(
  context: AuthenticatedContext,
  number: string,
  refund: RefundRecord | undefined,
): Promise<OrderView> {
  if (refund?.status === 'processing') await payRefund(context.kontor, refund.id)
  return reloadOrder(context, number)
}

/** The order as the user sees it now. */
export async function reloadOrder(context: AuthenticatedContext, number: string): Promise<OrderView> {
  const view = await loadOrderView(context.kontor.database.read, context, number)
  if (!view) throw new Error('The order does not exist')
  return view
}
