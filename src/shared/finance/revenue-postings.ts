import { type OrderBalances, type PostingLine, applyPostings, soldBalances } from '#shared/finance/order-balances.ts'
import { credit, debit, withoutZeros } from '#shared/finance/posting-lines.ts'
import type { TaxShare } from '#shared/finance/taxes.ts'
import { add, allocate } from '#shared/money.ts'

/* What an order's revenue, shipping and tax are in the ledger, and what of them is taken back. */

/** The amounts of an order; the parts add up to the total. */
export interface OrderAmounts {
  /** Sum of the lines after discounts. */
  subtotalMinor: number
  /** Discounts of the lines, already deducted from the subtotal. */
  discountMinor: number
  shippingMinor: number
  taxMinor: number
  /** Whether subtotal and shipping include the tax; otherwise it is added on top. */
  taxesIncluded: boolean
  totalMinor: number
}

/** The parts of a refund for lines and for shipping, both with their tax; the rest is for the order as a whole. */
export interface RefundPurpose {
  linesMinor: number
  shippingMinor: number
  /** The taxes in both, if the lines say; otherwise a part of what is left of the tax. */
  linesTaxMinor?: number
  shippingTaxMinor?: number
  /** Both by rate. */
  shares?: readonly TaxShare[]
}

/** The lines that recognize an order's revenue; as credits they add up to its total. */
export function revenuePostings(order: OrderAmounts): PostingLine[] {
  assertOrderAmounts(order)
  const [goodsTax = 0, shippingTax = 0] = order.taxesIncluded
    ? allocate(order.taxMinor, [order.subtotalMinor, order.shippingMinor])
    : []
  return withoutZeros([
    debit('discount', order.discountMinor),
    credit('sales', add(order.subtotalMinor, order.discountMinor, -goodsTax)),
    credit('shipping', order.shippingMinor - shippingTax),
    credit('tax', order.taxMinor),
  ])
}

/** Revenue less what was granted before it was recognized. */
export function recognize(order: OrderAmounts, balances: OrderBalances, grantedMinor: number): PostingLine[] {
  const revenue = revenuePostings(order)
  if (grantedMinor === 0) return revenue
  return [...revenue, ...returnPostings(applyPostings(balances, revenue), grantedMinor)]
}

/**
 * Takes an amount back from what was sold: first the lines and the shipping that it is for, each with a part of the tax, then all of it in
 * proportion to what is left. Taking back all that is left empties every account.
 */
export function returnPostings(
  balances: OrderBalances,
  amountMinor: number,
  purpose: RefundPurpose = { linesMinor: 0, shippingMinor: 0 },
): PostingLine[] {
  const left = soldBalances(balances)
  if (amountMinor > add(...left)) throw new RangeError('More is given back than the books hold of the order')
  if (amountMinor === 0) return []
  const [goodsLeft, shippingLeft, taxLeft] = left
  const [goods, shipping, tax] = knownParts(purpose, amountMinor, left) ?? proportionalParts(purpose, amountMinor, left)
  const [moreGoods = 0, moreShipping = 0, moreTax = 0] = allocate(amountMinor - goods - shipping - tax, [
    goodsLeft - goods,
    shippingLeft - shipping,
    taxLeft - tax,
  ])
  return withoutZeros([
    debit('returns', goods + moreGoods),
    debit('shipping', shipping + moreShipping),
    debit('tax', tax + moreTax),
  ])
}

type Parts = readonly [goods: number, shipping: number, tax: number]

/** The tax that is left belongs to goods and shipping in proportion to what is left of them. */
function proportionalParts(
  purpose: RefundPurpose,
  amountMinor: number,
  [goodsLeft, shippingLeft, taxLeft]: Parts,
): Parts {
  const [goodsTaxLeft = 0, shippingTaxLeft = 0] = allocate(taxLeft, [goodsLeft, shippingLeft])
  const linesMinor = Math.min(purpose.linesMinor, amountMinor, goodsLeft + goodsTaxLeft)
  const shippingMinor = Math.min(purpose.shippingMinor, amountMinor - linesMinor, shippingLeft + shippingTaxLeft)
  const [goods = 0, goodsTax = 0] = allocate(linesMinor, [goodsLeft, goodsTaxLeft])
  const [shipping = 0, shippingTax = 0] = allocate(shippingMinor, [shippingLeft, shippingTaxLeft])
  return [goods, shipping, goodsTax + shippingTax]
}

/** The parts of a refund for goods, shipping and tax, as far as its lines say and the books allow. */
function knownParts(
  { linesMinor, shippingMinor, linesTaxMinor, shippingTaxMinor }: RefundPurpose,
  amountMinor: number,
  [goodsLeft, shippingLeft, taxLeft]: Parts,
): Parts | undefined {
  if (linesTaxMinor === undefined || shippingTaxMinor === undefined) return undefined
  const [goods, shipping] = [linesMinor - linesTaxMinor, shippingMinor - shippingTaxMinor]
  const tax = linesTaxMinor + shippingTaxMinor
  const isHeld = goods <= goodsLeft && shipping <= shippingLeft && tax <= taxLeft
  return isHeld && linesMinor + shippingMinor <= amountMinor ? [goods, shipping, tax] : undefined
}

/** Moves what was returned of goods, shipping or tax that an edit has removed to what is left of the others. */
export function moveReturns(balances: OrderBalances): PostingLine[] {
  const left = soldBalances(balances)
  const missing = left.map((amount) => Math.max(-amount, 0))
  const taken = allocate(
    add(...missing),
    left.map((amount) => Math.max(amount, 0)),
  )
  return withoutZeros(
    (['returns', 'shipping', 'tax'] as const).map((role, index) =>
      debit(role, (taken[index] ?? 0) - (missing[index] ?? 0)),
    ),
  )
}

export function assertOrderAmounts(order: OrderAmounts): void {
  const { subtotalMinor, discountMinor, shippingMinor, taxMinor, taxesIncluded, totalMinor } = order
  const parts = add(subtotalMinor, shippingMinor, taxesIncluded ? 0 : taxMinor)
  const negative = [subtotalMinor, discountMinor, shippingMinor, taxMinor].some((part) => part < 0)
  if (negative || parts !== totalMinor || taxMinor > totalMinor)
    throw new RangeError('The parts of the order do not make its total')
}
