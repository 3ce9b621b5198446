import { createOperatorContext, type Kontor } from '#server/context.ts'
import { importDrafts, type ImportOutcome } from '#server/orders/intake/import-drafts.ts'
import type { OrderDraft } from '#shared/orders/draft.ts'
import type { Address } from '#shared/orders/views.ts'

const address: Address = {
  name: 'Chen Jiayi',
  company: 'Tea House',
  phone: '+86 21 5555 0199',
  line1: '1 Long Street',
  line2: 'Room 8',
  city: 'Shanghai',
  province: 'SH',
  postcode: '200000',
  country: 'China',
}

/** An ordinary order: one line of 10.00, paid, not shipped. `index` makes it unique; a higher index is newer. */
export function createDraft(index: number, changes: Partial<OrderDraft> = {}): OrderDraft {
  const placedAt = Date.parse('2026-03-01T00:00:00Z') + index * 60_000
  const totalMinor = changes.totalMinor ?? 1000
  return {
    source: 'shopify',
    externalId: String(4_000_000 + index),
    externalNumber: `#${10_000 + index}`,
    status: 'open',
    currency: 'CNY',
    subtotalMinor: totalMinor,
    shippingMinor: 0,
    taxMinor: 0,
    taxesIncluded: false,
    totalMinor,
    authorizedMinor: 0,
    placedAt,
    cancelledAt: null,
    customerName: 'Chen Jiayi',
    email: `customer${index}@mail.example`,
    phone: '+86 21 5555 0199',
    note: 'Ring twice.',
    shippingMethod: 'SF Express',
    discountCode: '',
    shippingAddress: address,
    billingAddress: address,
    lines: [
      {
        sku: 'T-1',
        name: 'Green tea',
        quantity: 1,
        shippedQuantity: 0,
        requiresShipping: true,
        unitPriceMinor: totalMinor,
        discountMinor: 0,
      },
    ],
    payment: {
      provider: 'Shopify Payments',
      reference: `c${index}.1`,
      capturedMinor: totalMinor,
      capturedAt: placedAt + 1000,
    },
    refund: null,
    shippedAt: null,
    ...changes,
  }
}

/** An ordinary line of an order. */
export const createLine = (changes: Partial<OrderDraft['lines'][number]> = {}): OrderDraft['lines'][number] => ({
  ...(createDraft(0).lines[0] as OrderDraft['lines'][number]),
  ...changes,
})

/** Imports orders as the operator. */
export const importAsOperator = (kontor: Kontor, drafts: readonly OrderDraft[]): Promise<ImportOutcome[]> =>
  kontor.database.inTransaction((transaction) => importDrafts(transaction, createOperatorContext(kontor), drafts))
