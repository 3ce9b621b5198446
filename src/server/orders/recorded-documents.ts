import type { PaymentRecord, RefundLineRecord, RefundRecord } from '#server/orders/money/money-store.ts'
import type { Fields, FieldValue } from '#shared/orders/fields.ts'

/**
 * The columns of payments and refunds that events record, named `payments.<number>.<field>` and `refunds.<number>.<field>`. Who recorded
 * or decided is the actor of the event; what was refunded of a payment is derived from its refunds.
 */
const paymentFields = {
  provider: 'provider',
  reference: 'reference',
  currency: 'currency',
  captured_minor: 'capturedMinor',
  captured_at: 'capturedAt',
  recorded_at: 'recordedAt',
  note: 'note',
} as const satisfies Partial<Record<keyof PaymentRecord, string>>

const rarePaymentFields = {
  subsidy_minor: 'subsidyMinor',
  settlement_currency: 'settlementCurrency',
  settlement_minor: 'settlementMinor',
  settlement_rate: 'settlementRate',
} as const satisfies Partial<Record<keyof PaymentRecord, string>>

const refundFields = {
  // The key of the calls to the provider.
  id: 'id',
  payment_id: 'paymentId',
  status: 'status',
  currency: 'currency',
  amount_minor: 'amountMinor',
  shipping_minor: 'shippingMinor',
  shipping_tax_rate: 'shippingTaxRate',
  shipping_tax_minor: 'shippingTaxMinor',
  granted_minor: 'grantedMinor',
  reason: 'reason',
  decided_at: 'decidedAt',
  status_reason: 'statusReason',
  reference: 'reference',
  attempts: 'attempts',
  started_at: 'startedAt',
  refunded_at: 'refundedAt',
  returned_at: 'returnedAt',
  paid_through: 'paidThrough',
  recorded_at: 'recordedAt',
} as const satisfies Partial<Record<keyof RefundRecord, string>>

/** All of these columns, each with the name of its field. */
export const recordedMoneyColumns = {
  payments: { ...paymentFields, ...rarePaymentFields },
  refunds: { ...refundFields, settlement_minor: 'settlementMinor' },
} as const

/** The recorded fields of a payment. */
export function toPaymentFields(payment: PaymentRecord): Fields {
  const fields = new Map<string, FieldValue>()
  for (const [column, name] of Object.entries(paymentFields))
    set(fields, `payments.${payment.number}.${name}`, payment[column as keyof typeof paymentFields])
  // Few payments have these.
  for (const [column, name] of Object.entries(rarePaymentFields))
    set(fields, `payments.${payment.number}.${name}`, payment[column as keyof typeof rarePaymentFields] || null)
  return fields
}

/** The recorded fields of a refund and its lines. */
export function toRefundFields(refund: RefundRecord, lines: readonly RefundLineRecord[]): Fields {
  const fields = new Map<string, FieldValue>()
  const prefix = `refunds.${refund.number}`
  for (const [column, name] of Object.entries(refundFields))
    set(fields, `${prefix}.${name}`, refund[column as keyof typeof refundFields])
  set(fields, `${prefix}.settlementMinor`, refund.settlement_minor || null)
  for (const line of lines) {
    set(fields, `${prefix}.lines.${line.line_id}.quantity`, line.quantity)
    set(fields, `${prefix}.lines.${line.line_id}.amountMinor`, line.amount_minor)
    set(fields, `${prefix}.lines.${line.line_id}.taxRate`, line.tax_rate)
    set(fields, `${prefix}.lines.${line.line_id}.taxMinor`, line.tax_minor)
  }
  return fields
}

/** Leaves out what a document does not have. */
function set(fields: Map<string, FieldValue>, name: string, value: FieldValue): void {
  if (value !== null && value !== '') fields.set(name, value)
}
