import type { Address } from '#shared/orders/views.ts'
import type { Seller } from '#shared/print/views.ts'

/** A row of an invoice or credit note. Amounts are minor units of the document's currency. */
export interface IssuedLine {
  sku: string
  name: string
  quantity: number
  unitPriceMinor: number
  discountMinor: number
  totalMinor: number
}

/** A row of a credit note that credits no item. */
export type CreditReason = 'shipping' | 'refund' | 'cancellation' | 'change'

interface IssuedBase {
  seller: Seller
  buyer: Address
  orderNumber: string
  shopNumber: string
  /** Epoch milliseconds. */
  placedAt: number
  currency: string
  lines: IssuedLine[]
  /** Part of the total if the prices of the order include tax, added to them otherwise. */
  taxMinor: number
  taxesIncluded: boolean
  totalMinor: number
}

export interface InvoiceContent extends IssuedBase {
  shippingMinor: number
  subtotalMinor: number
}

/** `refunds` are the numbers of the refunds that it credits. */
export interface CreditNoteContent extends IssuedBase {
  invoiceNumber: string
  refunds: string[]
  others: { reason: CreditReason; amountMinor: number }[]
}

/** What an invoice or credit note says, as it was issued. */
export type IssuedContent = InvoiceContent | CreditNoteContent

/**
 * The tax in a credit of `amountMinor`, after `creditedMinor` of the invoice were credited: the shares of all credits of an invoice add up to its
 * tax once everything is credited.
 */
export function taxOfCredit(
  { totalMinor, taxMinor }: Pick<InvoiceContent, 'totalMinor' | 'taxMinor'>,
  creditedMinor: number,
  amountMinor: number,
): number {
  const taxUpTo = (credited: number): bigint =>
    totalMinor === 0 ? 0n : (BigInt(taxMinor) * BigInt(credited)) / BigInt(totalMinor)
  return Number(taxUpTo(creditedMinor + amountMinor) - taxUpTo(creditedMinor))
}
