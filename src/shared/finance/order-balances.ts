import { type AccountRole, splitSides } from '#shared/finance/ledger.ts'
import { add } from '#shared/money.ts'

/** What the ledger holds of one order so far, without what was reversed: the debits and credits of each role, both ≥ 0. */
export type OrderBalances = Partial<Record<AccountRole, { debit: number; credit: number }>>

/** One side of an entry: debit positive, credit negative, never zero. */
export interface PostingLine {
  role: AccountRole
  amountMinor: number
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

/** The same for the entry of a refund that the provider sent back: its money counts as not refunded, and not as captured. */
export function applyReturnedRefund(balances: OrderBalances, postings: readonly PostingLine[]): OrderBalances {
  const isMoney = ({ role }: PostingLine): boolean => role === 'clearing'
  const after = applyPostings(
    balances,
    postings.filter((posting) => !isMoney(posting)),
  )
  const { debit, credit } = balances.clearing ?? { debit: 0, credit: 0 }
  const returned = postings.filter(isMoney).map(({ amountMinor }) => -amountMinor)
  return { ...after, clearing: { debit, credit: add(credit, ...returned) } }
}

/** The captured and refunded amounts of the order, by the clearing accounts. */
export const movedAmounts = ({ clearing }: OrderBalances): { capturedMinor: number; refundedMinor: number } => ({
  capturedMinor: clearing?.debit ?? 0,
  refundedMinor: clearing?.credit ?? 0,
})

/** The accounts of an order's revenue, without tax. */
export const revenueRoles = ['sales', 'discount', 'returns', 'shipping'] as const satisfies AccountRole[]

/** What is left of the revenue, without tax, and of its tax after returns. */
export function soldAmounts(balances: OrderBalances): { netMinor: number; taxMinor: number } {
  const [goodsMinor, shippingMinor, taxMinor] = soldBalances(balances)
  return { netMinor: add(goodsMinor, shippingMinor), taxMinor }
}

/** Whether the order's revenue is recognized: the entry that completes its payment credits these roles first. */
export const isRevenueRecognized = ({ sales, shipping, tax }: OrderBalances): boolean =>
  [sales, shipping, tax].some((side) => (side?.credit ?? 0) > 0)

/** What the books owe the customer; negative if the customer owes. */
export const heldForCustomer = (balances: OrderBalances): number =>
  add(creditBalance(balances, 'deposit'), creditBalance(balances, 'refund_due'), creditBalance(balances, 'receivable'))

/** The remaining amounts of goods, shipping and tax after earlier refunds. */
export const soldBalances = (balances: OrderBalances): [number, number, number] => [
  creditBalance(balances, 'sales') + creditBalance(balances, 'discount') + creditBalance(balances, 'returns'),
  creditBalance(balances, 'shipping'),
  creditBalance(balances, 'tax'),
]

export const creditBalance = (balances: OrderBalances, role: AccountRole): number =>
  (balances[role]?.credit ?? 0) - (balances[role]?.debit ?? 0)
