import type { Kontor } from '#server/context.ts'
import type { Db } from '#server/db/database.ts'
import { findOrdersByTokens, listPayments, listRefunds } from '#server/orders/money/money-store.ts'
import { payRefund } from '#server/orders/money/pay-refund.ts'
import { findRefundProvider, type RefundProviders } from '#server/orders/money/refund-provider.ts'
import { toReferenceToken } from '#server/orders/tokens/search-tokens.ts'
import { toNumberToken } from '#server/orders/tokens/search-words.ts'
import type { RefundStatus } from '#shared/orders/order.ts'

/** A refund whose result its provider has not said yet. */
export interface ProcessingRefund {
  id: string
  number: string
  order: string
  provider: string
  amountMinor: number
  currency: string
  /** When the provider was asked to pay it, ms. */
  startedAt: number | null
}

/** A line names few orders. */
const maxOrders = 5

/** The refunds of orders that references and numbers find which a provider that Kontor calls is paying. */
export async function findProcessingRefunds(
  db: Db,
  refundProviders: RefundProviders | undefined,
  { references, numbers }: { references: readonly string[]; numbers: readonly string[] },
): Promise<ProcessingRefund[]> {
  const tokens = [...references.map(toReferenceToken), ...numbers.map(toNumberToken)]
  if (tokens.length === 0 || !refundProviders?.size) return []
  const orders = await findOrdersByTokens(db, tokens, maxOrders)
  const found = await Promise.all(
    orders.map(async ({ id, number: order }) => {
      const [payments, refunds] = await Promise.all([listPayments(db, id), listRefunds(db, id)])
      return refunds.flatMap((refund): ProcessingRefund[] => {
        const provider = payments.find((payment) => payment.id === refund.payment_id)?.provider ?? ''
        if (refund.status !== 'processing' || !findRefundProvider(refundProviders, provider)) return []
        const { number, amount_minor: amountMinor, currency, started_at: startedAt } = refund
        return [{ id: refund.id, number, order, provider, amountMinor, currency, startedAt }]
      })
    }),
  )
  return found.flat()
}

/** Asks the provider of a refund again for its result, with the key of the first call, and records it. Returns what the refund is then, and why it was not paid. */
export async function askRefundProvider(
  kontor: Kontor,
  { id, order }: Pick<ProcessingRefund, 'id' | 'order'>,
): Promise<{ status: RefundStatus; reason: string }> {
  await payRefund(kontor, id)
  const { read } = kontor.database
  const [found] = await findOrdersByTokens(read, [toNumberToken(order)], 1)
  const refund = found && (await listRefunds(read, found.id)).find((each) => each.id === id)
  if (!refund) throw new Error('The refund does not exist')
  return { status: refund.status, reason: refund.status_reason }
}
