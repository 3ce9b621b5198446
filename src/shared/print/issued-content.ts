import type { Address } from '#shared/orders/views.ts'
import { add, allocate } from '#shared/money.ts'
import type { TaxShare } from '#shared/finance/taxes.ts'
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
  /** The total by tax rate: the net amounts and the taxes add up to it. */
  taxes: TaxShare[]
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

/**
 * The parts of a credit by tax rate: of what was invoiced at each rate and not credited before, by largest remainders, so that the last credit of an
 * invoice leaves nothing at any rate.
 */
export function taxesOfCredit(
  invoiced: readonly TaxShare[],
  credited: readonly TaxShare[],
  { amountMinor, taxMinor }: { amountMinor: number; taxMinor: number },
): TaxShare[] {
  const left = invoiced.map(({ rate, netMinor, taxMinor: invoicedTaxMinor }) => {
    const ofRate = credited.filter((share) => share.rate === rate)
    return {
      rate,
      netMinor: add(netMinor, ...ofRate.map((share) => -share.netMinor)),
      taxMinor: add(invoicedTaxMinor, ...ofRate.map((share) => -share.taxMinor)),
    }
  })
  const nets = allocate(
    amountMinor - taxMinor,
    left.map(({ netMinor }) => Math.max(netMinor, 0)),
  )
  const taxes = allocate(
    taxMinor,
    left.map((share) => Math.max(share.taxMinor, 0)),
  )
  return left
    .map(({ rate }, index) => ({ rate, netMinor: nets[index] ?? 0, taxMinor: taxes[index] ?? 0 }))
    .filter((share) => share.netMinor !== 0 || share.taxMinor !== 0)
}
