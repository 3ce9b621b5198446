import { decimalsOf } from '#shared/money.ts'
import type { Permission } from '#shared/permissions.ts'

/**
 * The rules that compare lines of statements with postings, in their order: the first that finds something wins. `isAutomatic`: what it finds is matched without asking,
 * else it is a proposal that a person confirms. A rule whose meaning changes gets the next version.
 */
export const matchRules = {
  /** The provider's or bank's id of the transaction, and the exact amount. */
  provider_id: { version: 1, isAutomatic: true },
  /** The number of our order, payment or refund in the line, and the exact amount. */
  own_number: { version: 1, isAutomatic: true },
  /** The only refund of the exact amount of the payment that the line names, by the only such line. */
  refunded_payment: { version: 1, isAutomatic: false },
  /**
   * What a provider made in another currency of the payment or refund that the line names, by the amount that the customer was charged or paid back: settles it. Automatic where the provider's
   * own id says which payment it is.
   */
  settlement: { version: 1, isAutomatic: true },
  /** Money of a provider that it changed into another currency, by the lines of its statements in both: they are matched together. */
  exchange: { version: 1, isAutomatic: false },
  /** Money that a payment provider sent to the bank, by its own statement: it is in transit until the line of the bank is there. */
  payout_sent: { version: 1, isAutomatic: false },
  /** A payout in transit of exactly the amount. */
  payout_in_transit: { version: 1, isAutomatic: false },
  /** The only payout in transit of the provider that the line names of which a little is missing. */
  payout_short: { version: 1, isAutomatic: false },
  /** A payout in transit that came back to the provider. */
  payout_failed: { version: 1, isAutomatic: false },
  /** A line that says that a customer took the payment back that it names: opens its dispute. */
  chargeback: { version: 1, isAutomatic: false },
  /** The provider gave back what it had taken with the only open dispute of that amount of the payment that the line names. */
  chargeback_won: { version: 1, isAutomatic: false },
  /** The provider gave back the only refund of that amount which the line names, or of the payment that it names. */
  refund_returned: { version: 1, isAutomatic: false },
  /** The amount that a payment provider captured on some days, less its fee. */
  payout: { version: 1, isAutomatic: false },
  /** A payout in the statement of a provider with the fees that it lists since the one before: together what was posted when the payout arrived. */
  payout_with_fees: { version: 1, isAutomatic: false },
  /** A payment or refund by bank transfer: no provider pays it out, so it arrives as a line of its own. */
  direct_payment: { version: 1, isAutomatic: false },
  /** The same amount left another own account within a few days, by the only such line of a statement on either side. */
  transfer: { version: 1, isAutomatic: false },
  /** The exact amount and the same counterparty within a few days, the only such line and the only such posting. */
  amount_and_counterparty: { version: 1, isAutomatic: true },
  /** The exact amount within a few days, the only such line and the only such posting. */
  amount: { version: 1, isAutomatic: false },
  /** Several postings that add up to the line. */
  subset: { version: 1, isAutomatic: false },
  /** Several lines of the same counterparty that add up to one of its postings. */
  line_subset: { version: 1, isAutomatic: false },
  /** A posting with the same id or number that differs by little. */
  small_difference: { version: 1, isAutomatic: false },
  /** The kind of line by its text: a bank fee, or interest. */
  text: { version: 1, isAutomatic: false },
  /** The account as which a person posted the last line of the same counterparty, in the same direction. */
  as_before: { version: 1, isAutomatic: false },
} as const satisfies Record<string, { version: number; isAutomatic: boolean }>
export type MatchRule = keyof typeof matchRules
export const matchRuleNames = Object.keys(matchRules) as [MatchRule, ...MatchRule[]]

/** The permission that rules need besides whose matches change a document of an order: that of the same change with the order. */
export const documentPermissions = {
  settlement: 'payments.record',
  chargeback: 'refunds.approve',
  chargeback_won: 'refunds.approve',
  refund_returned: 'refunds.approve',
} as const satisfies Partial<Record<MatchRule, Permission>>

/** The same of any rule; undefined for one that needs none. */
export const documentPermissionOf = (rule: string): Permission | undefined =>
  (documentPermissions as Partial<Record<string, Permission>>)[rule]

/** Lines and postings are only compared if they are at most this many days apart. */
export const matchWindowDays = 5

/** Limits of the search for sums: how many candidates it considers and how many of them it adds up, so that it ends after about 20,000 steps; and the number of postings for which lines are added up. */
export const subsetLimits = { candidates: 20, size: 5, postings: 3 } as const

/** The largest difference between a line and its posting that a person may post as such: one unit of the currency. */
export const smallDifferenceMinor = (currency: string): number => 10 ** decimalsOf(currency)

/** What posting an open line alone books: money moves between its account and this role. */
export const lineEntries = {
  bank_fee: { kind: 'fee.bank', role: 'bank_fee' },
  provider_fee: { kind: 'line.posted', role: 'provider_fee' },
  interest: { kind: 'interest.received', role: 'other_income' },
  suspense: { kind: 'receipt.unknown', role: 'suspense' },
  shortage: { kind: 'payment.unknown', role: 'shortage' },
} as const
export type LineEntry = keyof typeof lineEntries
export const lineEntryNames = Object.keys(lineEntries) as [LineEntry, ...LineEntry[]]

/** How a match came about. `ignored`: a line that the books will not have, with a reason. */
export const matchMethods = ['auto', 'confirmed', 'manual', 'ignored'] as const
export type MatchMethod = (typeof matchMethods)[number]
