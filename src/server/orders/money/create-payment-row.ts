import { newId } from '#server/db/id.ts'
import type { PaymentRecord } from '#server/orders/money/money-store.ts'

type Given = Pick<
  PaymentRecord,
  'number' | 'order_id' | 'provider' | 'reference' | 'currency' | 'amount_minor' | 'captured_at' | 'recorded_at'
>

/** The row of a captured payment with the given values; without them, it came from a shop and is settled in the currency of its order. */
export const createPaymentRow = (given: Given & Partial<PaymentRecord>): PaymentRecord => ({
  id: newId(),
  captured_minor: given.amount_minor,
  subsidy_minor: 0,
  settlement_currency: '',
  settlement_minor: 0,
  settlement_rate: '',
  settlement_refunded_minor: 0,
  refunded_minor: 0,
  refund_pending_minor: 0,
  disputed_minor: 0,
  created_by: null,
  note: '',
  ...given,
})
