import type { Action } from '#server/context.ts'
import { findOrderOfRefund } from '#server/orders/money/money-store.ts'
import { recordRefundResult } from '#server/orders/money/pay-refund.ts'
import { findRefundProvider, refundOfKey } from '#server/orders/money/refund-provider.ts'
import { isSameProvider } from '#shared/payment-providers.ts'
import { ProblemError } from '#shared/problem.ts'

/**
 * `POST /api/webhooks/refunds/:provider`: a provider sends the result of a refund, perhaps late, twice, out of order, or before it answers the
 * call. What is about refunds of others is ignored, so that the provider does not send it again.
 */
export const receiveRefundWebhook: Action<'receiveRefundWebhook'> = async ({ kontor, signedRequest }, { provider }) => {
  const refundProvider = findRefundProvider(kontor.refundProviders, provider)
  if (!refundProvider) throw new ProblemError('not-found')
  // A form has none.
  if (!signedRequest) throw new ProblemError('signature-invalid')
  const report = refundProvider.parseWebhook(signedRequest, kontor.now())
  const order = report && (await findOrderOfRefund(kontor.database.read, refundOfKey(report.key)))
  if (report && order && isSameProvider(order.provider, provider)) await recordRefundResult(kontor, report)
  return { received: true }
}
