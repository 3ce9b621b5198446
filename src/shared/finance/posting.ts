import {
  type OrderBalances,
  type PostingLine,
  applyPostings,
  isRevenueRecognized,
  heldForCustomer,
  soldBalances,
  creditBalance,
} from '#shared/finance/order-balances.ts'
import { credit, debit, reverseLine, sumByRole, withoutZeros } from '#shared/finance/posting-lines.ts'
import {
  assertOrderAmounts,
  moveReturns,
  type OrderAmounts,
  recognize,
  type RefundPurpose,
  returnPostings,
  revenuePostings,
} from '#shared/finance/revenue-postings.ts'
import { add, allocate } from '#shared/money.ts'

/**
 * The posting rules of orders: what changes an order's money writes into the ledger. Pure; amounts are minor units of the order's currency.
 * Revenue is recognized once the order is paid in full (`docs/decisions/004-revenue-on-payment.md`).
 *
 * | what happens                         | money    | revenue                                                   |
 * | ------------------------------------ | -------- | --------------------------------------------------------- |
 * | payment, the order not yet paid      | clearing | –                                                         |
 * | payment that completes the order     | clearing | sales, discount, shipping, tax; less what was granted     |
 * | payment of an order that is paid     | clearing | –                                                         |
 * | part of it that the provider paid    | clearing, as a posting of its own | –                                |
 * | refund of what is owed to the customer | clearing | –                                                       |
 * | refund of what was sold              | clearing | returns and tax of lines, shipping and tax, or all alike  |
 * | refund that the provider sent back   | clearing | –                                                         |
 * | giving up such a refund              | –        | what it took back                                         |
 * | cancellation                         | –        | what is left of it, as if it was returned                 |
 * | edit of a paid order                 | –        | the difference                                            |
 * | write-off of what the customer owes  | –        | that amount, as if it was returned                        |
 *
 * The other side of an entry is what lies between the customer and the merchant: a deposit until the order is paid, then what is owed to
 * the customer (refund_due) or by them (receivable).
 */

/** Where an order is besides its amounts; by default it is not cancelled, and nothing was granted. */
export interface OrderState {
  isCancelled?: boolean
  /** By how much refunds and write-offs have reduced what the customer owes. */
  grantedMinor?: number
}

/**
 * The postings of a captured payment, of which the provider paid the subsidy itself: a posting of its own on the clearing account, because the provider owes both. Throws
 * `RangeError` for amounts that are not valid for an order.
 */
export function capturePostings(
  order: OrderAmounts,
  balances: OrderBalances,
  amountMinor: number,
  state: OrderState = {},
  subsidyMinor = 0,
): PostingLine[] {
  assertPositive(amountMinor)
  assertOrderAmounts(order)
  if (subsidyMinor < 0 || subsidyMinor > amountMinor) throw new RangeError('A subsidy is a part of its payment')
  return captureEntry(order, balances, amountMinor, state).flatMap((line) =>
    line.role === 'clearing'
      ? withoutZeros([debit('clearing', amountMinor - subsidyMinor), debit('clearing', subsidyMinor)])
      : [line],
  )
}

function captureEntry(
  order: OrderAmounts,
  balances: OrderBalances,
  amountMinor: number,
  state: OrderState,
): PostingLine[] {
  if (isClosed(balances) || state.isCancelled) return toEntry(balances, amountMinor, [], true)
  return isPaid(order, add(heldForCustomer(balances), amountMinor), state)
    ? toEntry(balances, amountMinor, recognize(order, balances, state.grantedMinor ?? 0), true)
    : toEntry(balances, amountMinor, [], false)
}

/** The postings of a refund; throws `RangeError` when the books hold less money of the order. */
export function refundPostings(
  balances: OrderBalances,
  amountMinor: number,
  purpose: RefundPurpose = { linesMinor: 0, shippingMinor: 0 },
  state: OrderState = {},
): PostingLine[] {
  assertPositive(amountMinor)
  const soldMinor = Math.max(amountMinor - Math.max(heldForCustomer(balances), 0), 0)
  const returned = returnPostings(balances, soldMinor, purpose)
  return toEntry(balances, -amountMinor, returned, isClosed(balances) || state.isCancelled === true)
}

/** The postings of a refund that the provider sent back: it is owed to the customer again. */
export const refundReturnedPostings = (
  order: OrderAmounts,
  balances: OrderBalances,
  amountMinor: number,
  state: OrderState = {},
): PostingLine[] => capturePostings(order, balances, amountMinor, state)

/**
 * The postings when such a refund is given up: its part that the customer was granted is sold again. `taken` is what the refund posted to revenue and tax;
 * what it granted of a deposit is taken in proportion. Empty as long as the money is a deposit, and for a cancelled order, of which nothing is sold.
 */
export function refundCancelledPostings(
  balances: OrderBalances,
  grantedMinor: number,
  taken: readonly PostingLine[],
  { isCancelled = false }: OrderState = {},
): PostingLine[] {
  if (grantedMinor === 0 || isCancelled || !isClosed(balances)) return []
  const restMinor = grantedMinor - add(...taken.map(({ amountMinor }) => amountMinor))
  const [goods, shipping, tax] = soldBalances(balances)
  const [restNet = 0, restTax = 0] = allocate(Math.max(restMinor, 0), [Math.max(goods + shipping, 0), Math.max(tax, 0)])
  const back = sumByRole([
    ...taken.map(reverseLine),
    ...withoutZeros([credit('returns', restNet), credit('tax', restTax)]),
  ])
  return toEntry(balances, 0, back, true)
}

/**
 * The postings of a payment in the currency in which its provider settles it, where that is not the order's: in that one, the conversion account takes the place of
 * the clearing account. Negative for a refund.
 */
export const settlementPostings = (amountMinor: number): PostingLine[] =>
  amountMinor > 0
    ? [debit('clearing', amountMinor), credit('conversion', amountMinor)]
    : [debit('conversion', -amountMinor), credit('clearing', -amountMinor)]

/**
 * Once a payment is refunded in full, nothing of it is left in the order's currency. What is left in the other one, because the provider took back less (above zero) or more than it
 * had settled, is a gain or a loss.
 */
export const exchangeDifferencePostings = (differenceMinor: number): PostingLine[] =>
  differenceMinor > 0
    ? [debit('conversion', differenceMinor), credit('exchange_gain', differenceMinor)]
    : [debit('exchange_loss', -differenceMinor), credit('conversion', -differenceMinor)]

/** The postings of a cancellation: all money that is left is owed to the customer. Empty if there is none. */
export const cancellationPostings = (balances: OrderBalances): PostingLine[] =>
  toEntry(balances, 0, returnPostings(balances, add(...soldBalances(balances))), true)

/** The postings of a change of an order's amounts. Empty if nothing is in the books yet and the order is still not paid. */
export function editPostings(
  before: OrderAmounts,
  after: OrderAmounts,
  balances: OrderBalances,
  state: OrderState = {},
): PostingLine[] {
  assertOrderAmounts(after)
  if (!isClosed(balances)) {
    const heldMinor = heldForCustomer(balances)
    if (heldMinor === 0 || !isPaid(after, heldMinor, state)) return []
    return toEntry(balances, 0, recognize(after, balances, state.grantedMinor ?? 0), true)
  }
  const changed = sumByRole([...revenuePostings(before).map(reverseLine), ...revenuePostings(after)])
  return toEntry(balances, 0, sumByRole([...changed, ...moveReturns(applyPostings(balances, changed))]), true)
}

/** The postings of a write-off of all that the customer still owes. Empty if nothing of the order is in the books. */
export function writeOffPostings(order: OrderAmounts, balances: OrderBalances): PostingLine[] {
  assertOrderAmounts(order)
  const heldMinor = heldForCustomer(balances)
  if (isClosed(balances)) return toEntry(balances, 0, returnPostings(balances, Math.max(-heldMinor, 0)), true)
  if (heldMinor === 0) return []
  return toEntry(balances, 0, recognize(order, balances, order.totalMinor - heldMinor), true)
}

/** Whether money of the order is no deposit any more: its revenue is recognized, or it is cancelled, or it was free. */
const isClosed = (balances: OrderBalances): boolean =>
  isRevenueRecognized(balances) || (balances.refund_due?.credit ?? 0) > 0

/** Whether the deposit pays all that the customer owes. */
const isPaid = ({ totalMinor }: OrderAmounts, depositMinor: number, { grantedMinor = 0 }: OrderState): boolean =>
  depositMinor >= totalMinor - grantedMinor

/**
 * An entry with these movements of money (in: positive) and of revenue. What lies between the customer and the merchant takes the
 * difference: a deposit, or of a closed order what is owed to them or by them.
 */
function toEntry(
  balances: OrderBalances,
  moneyMinor: number,
  revenue: readonly PostingLine[],
  closed: boolean,
): PostingLine[] {
  const heldMinor = add(heldForCustomer(balances), moneyMinor, ...revenue.map(({ amountMinor }) => amountMinor))
  if (!closed && heldMinor < 0) throw new RangeError('More is given back than the books hold of the order')
  const target = closed
    ? { refund_due: Math.max(heldMinor, 0), deposit: 0, receivable: Math.min(heldMinor, 0) }
    : { refund_due: 0, deposit: heldMinor, receivable: 0 }
  const owed = (['refund_due', 'deposit', 'receivable'] as const).map((role) =>
    credit(role, target[role] - creditBalance(balances, role)),
  )
  const money = debit('clearing', moneyMinor)
  return [
    ...[money, ...owed, ...revenue].filter(({ amountMinor }) => amountMinor > 0),
    ...[...revenue, ...owed, money].filter(({ amountMinor }) => amountMinor < 0),
  ]
}

function assertPositive(amountMinor: number): void {
  if (!Number.isSafeInteger(amountMinor) || amountMinor <= 0) throw new RangeError('A movement of money is above zero')
}
