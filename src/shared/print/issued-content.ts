import type { Address } from '#shared/orders/views.ts'
import { add, allocate } from '#shared/money.ts'
import { addShares, negateShare, type TaxShare } from '#shared/finance/taxes.ts'
import type { Seller } from '#shared/print/views.ts'

/** A row of an invoice or credit note. Amounts are minor units of the document's currency. */
export interface IssuedLine {
  sku: string
  name: string
  quantity: number
  unitPriceMinor: number
  discountMinor: number
  totalMinor: number
  /** In percent; empty if it is not known. */
  taxRate: string
}

/** A row of a document that is about no item. */
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
  /** Of what an order costs more than was invoiced: the numbers of the invoices before. */
  supplements?: string
  /** Instead of lines, where these do not say what the amount is for. */
  others?: { reason: CreditReason; amountMinor: number }[]
}

/** `invoiceNumber` names all invoices of the order, `refunds` are the numbers of the refunds that it credits. */
export interface CreditNoteContent extends IssuedBase {
  invoiceNumber: string
  refunds: string[]
  others: { reason: CreditReason; amountMinor: number }[]
}

/** What an invoice or credit note says, as it was issued. */
export type IssuedContent = InvoiceContent | CreditNoteContent

/**
 * Splits the amount of a credit or of a supplementary invoice by tax rate: `known` are the shares of its rows, the rest follows the shares that are `left`, by
 * largest remainders. So the last credit of an invoice leaves nothing at any rate. Known shares that are more than what is left do not count.
 */
export function splitAmountByRate(
  left: readonly TaxShare[],
  amountMinor: number,
  known: readonly TaxShare[] = [],
): TaxShare[] {
  const isLeft = addShares(known).every((share) => {
    const ofRate = left.find(({ rate }) => rate === share.rate)
    return ofRate !== undefined && share.netMinor <= ofRate.netMinor && share.taxMinor <= ofRate.taxMinor
  })
  const certain = isLeft && grossOf(known) <= amountMinor ? known : []
  const rest = addShares(left, certain.map(negateShare))
  if (rest.length === 0) return addShares(certain)
  const parts = allocate(
    amountMinor - grossOf(certain),
    rest.flatMap(({ netMinor, taxMinor }) => [Math.max(netMinor, 0), Math.max(taxMinor, 0)]),
  )
  return addShares(
    rest.map(({ rate }, index) => ({
      rate,
      netMinor: parts[2 * index] ?? 0,
      taxMinor: parts[2 * index + 1] ?? 0,
    })),
    certain,
  )
}

const grossOf = (shares: readonly TaxShare[]): number =>
  add(...shares.flatMap(({ netMinor, taxMinor }) => [netMinor, taxMinor]))
