import type { DisputeRecord } from '#server/orders/money/dispute-store.ts'
import type { Fields, FieldValue } from '#shared/orders/fields.ts'

/** The columns of disputes that events record, named `disputes.<number>.<field>`. */
const disputeFields = {
  payment_id: 'paymentId',
  provider: 'provider',
  reference: 'reference',
  status: 'status',
  currency: 'currency',
  amount_minor: 'amountMinor',
  fee_minor: 'feeMinor',
  settlement_currency: 'settlementCurrency',
  settlement_minor: 'settlementMinor',
  settlement_returned_minor: 'settlementReturnedMinor',
  fee_returned: 'isFeeReturned',
  tax_minor: 'taxMinor',
  offset_minor: 'offsetMinor',
  offset_tax_minor: 'offsetTaxMinor',
  reason: 'reason',
  cancel_reason: 'cancelReason',
  opened_at: 'openedAt',
  respond_by: 'respondBy',
  closed_at: 'closedAt',
  recorded_at: 'recordedAt',
  created_by: 'createdBy',
} as const satisfies Partial<Record<keyof DisputeRecord, string>>

/** The recorded fields of a dispute. A field without a value has no entry. */
export function toDisputeFields(dispute: DisputeRecord): Fields {
  const fields = new Map<string, FieldValue>()
  for (const [column, name] of Object.entries(disputeFields)) {
    const value = dispute[column as keyof typeof disputeFields]
    // Few disputes have a settlement.
    if (value !== null && value !== '' && !(value === 0 && column.startsWith('settlement_')))
      fields.set(`disputes.${dispute.number}.${name}`, value)
  }
  return fields
}

/** The tax of disputes of an order that is no longer due. */
export const sumTakenTax = (disputes: readonly DisputeRecord[]): number =>
  disputes.reduce((sum, { tax_minor, offset_tax_minor }) => sum + tax_minor - offset_tax_minor, 0)
