import { storeDisputeChange } from '#server/orders/money/store-dispute-change.ts'
import type { CurrentUser, RequestContext } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { newId } from '#server/db/id.ts'
import { postDispute } from '#server/finance/dispute-entries.ts'
import { shareOfSettlement } from '#server/orders/money/settlement.ts'
import { toPostedDispute } from '#server/orders/money/change-dispute.ts'
import type { OrderChange } from '#server/orders/change-order.ts'
import * as store from '#server/orders/money/dispute-store.ts'
import type { DisputeRecord } from '#server/orders/money/dispute-store.ts'
import { listPayments, type PaymentRecord } from '#server/orders/money/money-store.ts'
import { allocateNumbers } from '#server/orders/numbers.ts'
import { leftOf } from '#server/orders/money/left-of-payment.ts'
import type { OrderRecord } from '#server/db/schema/orders.ts'
import { formatMoney } from '#shared/money.ts'
import { isSameProvider, storeCredit } from '#shared/payment-providers.ts'
import { invalidInput } from '#shared/problem.ts'

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
  return storeDisputeChange(transaction, context, {
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
