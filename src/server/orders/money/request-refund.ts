import { type Action, type AuthenticatedContext, type CurrentUser } from '#server/context.ts'
import { type Transaction } from '#server/db/database.ts'
import type { OrderRecord } from '#server/db/schema/orders.ts'
import { type OrderChange, writeOrderChange } from '#server/orders/change-order.ts'
import { changeRefund } from '#server/orders/money/change-refund.ts'
import { type RefundRecord } from '#server/orders/money/money-store.ts'
import { createRefundRow } from '#server/orders/money/create-refund-row.ts'
import { allocateNumbers } from '#server/orders/numbers.ts'
import { canApproveRefund, loadRefundedToday } from '#server/orders/money/refund-policy.ts'
import { toNumberToken } from '#server/orders/tokens/search-words.ts'
import type { RefundOrderInput } from '#shared/orders/money-inputs.ts'
import { type OrderView } from '#shared/orders/views.ts'
import { storeCredit } from '#shared/payment-providers.ts'
import { parseSettlementAmount } from '#server/orders/money/settlement.ts'
import { payAndReload, refundEventOf, reloadOrder, startPayout } from '#server/orders/money/refund-payout.ts'
import { type ResolvedRefund, resolveRefund } from '#server/orders/money/resolve-refund.ts'
import { insertTokens } from '#server/orders/tokens/token-store.ts'

/** `POST /api/orders/:number/refunds`: requests a refund, and pays it out if the user can approve it. */
export const refundOrder: Action<'refundOrder'> = async (context, { number, version, ...input }) => {
  let refund: RefundRecord | undefined
  await writeOrderChange(
    context,
    { number, ...(version !== undefined && { version }), action: 'refund' },
    async (order, transaction, actor) => {
      const resolved = await resolveRefund(transaction, order, input)
      const created = await createRefund(transaction, context, {
        ...{ order, ...resolved, actor, reason: input.reason },
        settlementMinor: parseSettlementAmount(resolved.payment, input.settlementAmount),
        paidThrough: paidThroughOf(resolved, input),
      })
      refund = created.refund
      return created.change
    },
  )
  return payAndReload(context, number, refund)
}

/** Refunds all that is left of an order's payments, one refund for each; without checking permissions again. What a provider declines stays owed to the customer. */
export async function refundEverything(
  context: AuthenticatedContext,
  number: string,
  reason: string,
): Promise<OrderView> {
  const { payments } = await reloadOrder(context, number)
  for (const { number: payment, capturedMinor, refundedMinor, refundPendingMinor, disputedMinor } of payments)
    if (capturedMinor > refundedMinor + refundPendingMinor + disputedMinor)
      await refundOrder(context, { number, payment, everything: true, reason, lines: [] })
  return reloadOrder(context, number)
}

/** What was paid from store credit goes back to it anyway. */
const paidThroughOf = ({ payment }: ResolvedRefund, { destination }: Pick<RefundOrderInput, 'destination'>): string =>
  destination === storeCredit && payment.provider !== storeCredit ? storeCredit : ''

/** Inserts a refund: paid, being paid, or waiting for someone who can approve it. */
async function createRefund(
  transaction: Transaction,
  context: AuthenticatedContext,
  {
    order,
    payment,
    parts,
    taxes,
    refunds,
    actor,
    reason,
    settlementMinor,
    paidThrough,
  }: ResolvedRefund & {
    order: OrderRecord
    actor: CurrentUser
    reason: string
    settlementMinor: number
    paidThrough: string
  },
): Promise<{ refund: RefundRecord; change: OrderChange }> {
  const { kontor } = context
  const now = kontor.now()
  const [number = ''] = await allocateNumbers(transaction, kontor.book.timeZone, 'RF', [now])
  const requested = createRefundRow({
    number,
    order_id: order.id,
    payment_id: payment.id,
    status: 'requested',
    currency: order.currency,
    amount_minor: parts.amountMinor,
    shipping_minor: parts.shippingMinor,
    ...taxes.shipping,
    settlement_minor: paidThrough === '' ? settlementMinor : 0,
    paid_through: paidThrough,
    reason,
    requested_by: actor.id,
    recorded_at: now,
  })
  const isApproved = canApproveRefund(kontor, requested, actor, {
    currency: order.currency,
    refunds,
    refundedTodayMinor: await loadRefundedToday(transaction, kontor, actor),
  })
  const after = isApproved
    ? startPayout(context, payment, { ...requested, decided_by: actor.id, decided_at: now })
    : requested
  const lines = parts.lines.map(({ id, quantity, amountMinor }) => ({
    refund_id: after.id,
    order_id: order.id,
    line_id: id,
    quantity,
    amount_minor: amountMinor,
    ...(taxes.lines.get(id) ?? { tax_rate: '', tax_minor: 0 }),
  }))
  const event = isApproved ? refundEventOf('approve', after) : ('refund.requested' as const)
  const change = await changeRefund(transaction, context, { order, payment, after, lines, event })
  await insertTokens(transaction, order, [toNumberToken(number)])
  return { refund: after, change }
}
