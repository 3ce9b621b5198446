import { newId } from '#server/db/id.ts'
import type { RefundRecord } from '#server/orders/money/money-store.ts'

type Given = Pick<
  RefundRecord,
  'number' | 'order_id' | 'payment_id' | 'status' | 'currency' | 'amount_minor' | 'recorded_at'
>

/** A refund row with the given values; without them, it is undecided and not sent to a provider. */
export const createRefundRow = (given: Given & Partial<RefundRecord>): RefundRecord => ({
  id: newId(),
  shipping_minor: 0,
  shipping_tax_rate: '',
  shipping_tax_minor: 0,
  granted_minor: 0,
  settlement_minor: 0,
  reason: '',
  requested_by: null,
  decided_by: null,
  decided_at: null,
  status_reason: '',
  reference: '',
  attempts: 0,
  started_at: null,
  refunded_at: null,
  returned_at: null,
  paid_through: '',
  ...given,
})
