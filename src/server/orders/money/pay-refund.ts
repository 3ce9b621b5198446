import { createOperatorContext, type Kontor } from '#server/context.ts'
import { writeOrderChange } from '#server/orders/change-order.ts'
import { changeRefund, failedStatusOf } from '#server/orders/money/change-refund.ts'
import * as store from '#server/orders/money/money-store.ts'
import { runPeriodically } from '#server/runtime/run-periodically.ts'
import {
  findRefundProvider,
  payoutKeyOf,
  refundOfKey,
  type RefundProvider,
  type RefundReport,
  type RefundResult,
} from '#server/orders/money/refund-provider.ts'

/** After this time the result counts as unknown, and the provider is asked again later. */
const answerTimeoutMs = 10_000
const resumeIntervalMs = 30_000

/**
 * Asks the provider to pay a refund out and records the result; does nothing for a refund that is not on its way to a provider. The call
 * runs outside of any transaction, between the one that stored the intent and the one that stores the result. After a crash at any point
 * `resumeRefunds` calls again with the same key.
 */
export async function payRefund(kontor: Kontor, refundId: string): Promise<void> {
  const refund = await store.findRefundToPay(kontor.database.read, refundId)
  const provider = refund && findRefundProvider(kontor.refundProviders, refund.provider)
  if (!provider) return
  const result = await askProvider(kontor, provider, refund)
  await recordRefundResult(kontor, { key: payoutKeyOf(refund), attempt: refund.attempts, result })
}

async function askProvider(kontor: Kontor, provider: RefundProvider, refund: store.RefundToPay): Promise<RefundResult> {
  const { promise: timedOut, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('No answer in time')), answerTimeoutMs)
  const answer = provider.refund({
    key: payoutKeyOf(refund),
    attempt: refund.attempts,
    paymentReference: refund.payment_reference,
    amountMinor: refund.amount_minor,
    currency: refund.currency,
  })
  try {
    return await Promise.race([answer, timedOut])
  } catch (error) {
    kontor.log.warn('refund result unknown', { refund: refund.number, error: String(error) })
    return { status: 'processing' }
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Records what a provider says about a refund. A result that comes late or twice changes nothing, and neither does the failure of an earlier
 * attempt: the present one may be paid.
 */
export async function recordRefundResult(kontor: Kontor, { key, attempt, result }: RefundReport): Promise<void> {
  if (result.status === 'processing') return
  const refundId = refundOfKey(key)
  const found = await store.findOrderOfRefund(kontor.database.read, refundId)
  if (!found) return
  const context = createOperatorContext(kontor)
  await writeOrderChange(context, { number: found.number }, async (order, transaction) => {
    const before = (await store.listRefunds(transaction, order.id)).find(({ id }) => id === refundId)
    const payments = await store.listPayments(transaction, order.id)
    const payment = payments.find(({ id }) => id === before?.payment_id)
    if (!payment || !before) return undefined
    // The result of a payout that has come back since.
    if (payoutKeyOf(before) !== key) return undefined
    if (before.status !== 'processing') {
      if (result.status === 'succeeded' && before.status !== 'succeeded')
        kontor.log.error('refund paid after all', { refund: before.number, status: before.status })
      return undefined
    }
    if (result.status === 'failed' && attempt !== before.attempts) return undefined
    const lines = (await store.listRefundLines(transaction, order.id)).filter(({ refund_id }) => refund_id === refundId)
    return changeRefund(transaction, context, {
      order,
      payment,
      before,
      after:
        result.status === 'succeeded'
          ? { ...before, status: 'succeeded', reference: result.reference, refunded_at: kontor.now() }
          : { ...before, status: failedStatusOf(before), status_reason: result.reason },
      lines: lines.map(({ status: _status, ...line }) => line),
      event: result.status === 'succeeded' ? 'refund.succeeded' : 'refund.failed',
    })
  })
}

/** Asks the providers again about every refund whose result is not known; one that cannot be recorded does not stop the others. */
export async function resumeRefunds(kontor: Kontor): Promise<void> {
  for (const { id, number } of await store.listProcessingRefunds(kontor.database.read))
    await payRefund(kontor, id).catch((error: unknown) =>
      kontor.log.warn('refund not resumed', { refund: number, error: String(error) }),
    )
}

/** Resumes refunds at the start, after a crash, and from then on. */
export const startResumingRefunds = (kontor: Kontor): ReturnType<typeof setInterval> =>
  runPeriodically(() => resumeRefunds(kontor), kontor, {
    intervalMs: resumeIntervalMs,
    failureEvent: 'refunds not resumed',
  })
