import { type AccountRole, splitSides } from '#shared/finance/ledger.ts'
import { add, allocate } from '#shared/money.ts'

/**
 * The posting rules of orders: what a movement of an order's money writes into the ledger. Pure; amounts are minor units of the
 * order's currency. Revenue is recognized once the order is paid in full (`docs/decisions/004-revenue-on-payment.md`).
 *
 * | movement                          | debit                               | credit                                |
 * | --------------------------------- | ----------------------------------- | ------------------------------------- |
 * | capture, the order not yet full   | clearing                            | deposit                               |
 * | capture that fills the order      | clearing, deposit held, discount    | sales, shipping, tax, rest refund_due |
 * | capture of an order that was full | clearing                            | refund_due                            |
 * | refund: of money above the total  | refund_due                          | clearing                              |
 * | … then: of a deposit              | deposit                             | clearing                              |
 * | … then: of what was sold          | returns, shipping, tax by `allocate` | clearing                             |
 */

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

/** What the ledger holds of one order so far, without what was reversed: the debits and credits of each role, both ≥ 0. */
export type OrderBalances = Partial<Record<AccountRole, { debit: number; credit: number }>>

/** One side of an entry: debit positive, credit negative, never zero. */
export interface PostingLine {
  role: AccountRole
  amountMinor: number
}

/** The postings of a captured payment; throws `RangeError` for amounts that are not valid for an order. */
export function capturePostings(order: OrderAmounts, balances: OrderBalances, amountMinor: number): PostingLine[] {
  assertPositive(amountMinor)
  assertOrderAmounts(order)
  if (isRevenueRecognized(balances))
    return withoutZeros([debit('clearing', amountMinor), credit('refund_due', amountMinor)])
  const deposit = creditBalance(balances, 'deposit')
  const excess = add(deposit, amountMinor, -order.totalMinor)
  if (excess < 0) return withoutZeros([debit('clearing', amountMinor), credit('deposit', amountMinor)])
  return withoutZeros([
    debit('clearing', amountMinor),
    debit('deposit', deposit),
    ...revenuePostings(order),
    credit('refund_due', excess),
  ])
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

/** The postings of a refund; throws `RangeError` when the books hold less money of the order. */
export function refundPostings(balances: OrderBalances, amountMinor: number): PostingLine[] {
  assertPositive(amountMinor)
  const excess = Math.min(amountMinor, creditBalance(balances, 'refund_due'))
  const deposit = Math.min(amountMinor - excess, creditBalance(balances, 'deposit'))
  const sold = amountMinor - excess - deposit
  const left = soldBalances(balances)
  if (sold > add(...left)) throw new RangeError('More is given back than the books hold of the order')
  const [goods = 0, shipping = 0, tax = 0] = allocate(sold, left)
  return withoutZeros([
    debit('refund_due', excess),
    debit('deposit', deposit),
    debit('returns', goods),
    debit('shipping', shipping),
    debit('tax', tax),
    credit('clearing', amountMinor),
  ])
}

/** The balances after an entry with these lines. */
export function applyPostings(balances: OrderBalances, postings: readonly PostingLine[]): OrderBalances {
  const after = { ...balances }
  for (const { role, amountMinor } of postings) {
    const { debit, credit } = after[role] ?? { debit: 0, credit: 0 }
    const sides = splitSides(amountMinor, false)
    after[role] = { debit: add(debit, sides.debit), credit: add(credit, sides.credit) }
  }
  return after
}

/** The captured and refunded amounts of the order, by the clearing accounts. */
export const movedAmounts = ({ clearing }: OrderBalances): { capturedMinor: number; refundedMinor: number } => ({
  capturedMinor: clearing?.debit ?? 0,
  refundedMinor: clearing?.credit ?? 0,
})

const creditBalance = (balances: OrderBalances, role: AccountRole): number =>
  (balances[role]?.credit ?? 0) - (balances[role]?.debit ?? 0)

/** Whether the order's revenue is recognized: only the entry that completes its payment credits these roles. */
export const isRevenueRecognized = ({ sales, shipping, tax }: OrderBalances): boolean =>
  [sales, shipping, tax].some((side) => (side?.credit ?? 0) > 0)

/** The remaining amounts of goods, shipping and tax after earlier refunds. */
const soldBalances = (balances: OrderBalances): [number, number, number] => [
  creditBalance(balances, 'sales') + creditBalance(balances, 'discount') + creditBalance(balances, 'returns'),
  creditBalance(balances, 'shipping'),
  creditBalance(balances, 'tax'),
]

const debit = (role: AccountRole, amountMinor: number): PostingLine => ({ role, amountMinor })
const credit = (role: AccountRole, amountMinor: number): PostingLine => ({ role, amountMinor: -amountMinor })
const withoutZeros = (all: PostingLine[]): PostingLine[] => all.filter(({ amountMinor }) => amountMinor !== 0)

function assertPositive(amountMinor: number): void {
  if (!Number.isSafeInteger(amountMinor) || amountMinor <= 0) throw new RangeError('A movement of money is above zero')
}

function assertOrderAmounts(order: OrderAmounts): void {
  const { subtotalMinor, discountMinor, shippingMinor, taxMinor, taxesIncluded, totalMinor } = order
  const parts = add(subtotalMinor, shippingMinor, taxesIncluded ? 0 : taxMinor)
  const negative = [subtotalMinor, discountMinor, shippingMinor, taxMinor].some((part) => part < 0)
  if (negative || parts !== totalMinor || taxMinor > totalMinor)
    throw new RangeError('The parts of the order do not make its total')
}
