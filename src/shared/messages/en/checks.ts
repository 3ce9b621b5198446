import { formatCount } from '#shared/count.ts'
import type { CheckId } from '#shared/finance/checks.ts'

/** What each check of the books proves, as a statement. */
const checksById: Record<CheckId, string> = {
  'amounts-exact': 'Every amount is a whole number that can be computed exactly',
  'entries-balanced': 'Every entry sums to zero in every currency',
  'entries-complete': 'Every entry has all its postings, and no posting stands alone',
  'entries-numbered': 'Entries are numbered without a gap, in the order in which they were posted',
  'entries-sealed': 'The hash of every entry agrees with its content and with the entry before',
  'entry-keys-unique': 'Nothing is booked twice under the same key',
  'accounting-days': 'Every entry stands on the day on which its money moved',
  'accounts-by-chart': 'Every account has the type and code of the chart and one currency',
  'account-balances': 'The balance of every account is the sum of its postings',
  'running-balances': 'Every posting continues the balance of the one before',
  'day-totals': 'The totals of every day are the sums of its postings',
  'trial-balance': 'The balances of all accounts sum to zero',
  'accounting-equation': 'Assets and expenses equal liabilities, equity and income',
  'entries-have-documents': 'Every entry belongs to an order, a payment and, if it is one, a refund',
  'documents-have-entries': 'Every payment and every refund is booked once, with its amount',
  'revenue-of-orders': 'What the books hold of each order follows from its amounts',
  'refunds-within-captures': 'No payment has given back more than it received',
  'order-totals': 'The total of every order is the sum of its lines and parts',
  'orders-as-received': 'Every order that came from outside has the amounts with which it came',
  'order-money': 'What every order received and gave back is the sum of its payments and refunds',
  'order-statuses': 'The statuses of every order follow from its payments and shipments',
  'shipped-quantities': 'What has left of every line is the sum of its shipments',
}

/** The self-check, on the page and in the terminal. */
export const checks = {
  byId: checksById,
  rows: (value: number) => (value === 1 ? '1 row' : `${formatCount(value)} rows`),
}
