import { formatCount } from '#shared/count.ts'
import type { CheckId } from '#shared/finance/checks.ts'

/** What each self-check proves, as a statement. */
const checksById: Record<CheckId, string> = {
  'amounts-exact': 'Every amount is an exact whole number of minor units',
  'entries-balanced': 'Every entry balances in every currency',
  'entries-complete': 'Every entry has all its postings, and every posting belongs to an entry',
  'entries-numbered': 'Entry numbers have no gaps and follow the order of posting',
  'entries-sealed': 'The hash of every entry matches its content and the previous entry',
  'reversals': 'Every reversal mirrors an earlier entry, and no entry is reversed twice',
  'entry-keys-unique': 'No transaction is posted twice',
  'accounting-days': 'Every entry is posted to the day its money moved',
  'accounts-by-chart': 'Every account matches the chart of accounts and has one currency',
  'account-balances': 'Every account balance is the sum of its postings',
  'running-balances': 'Every running balance continues the previous one',
  'day-totals': 'Daily totals are the sums of their postings',
  'trial-balance': 'The balances of all accounts sum to zero',
  'accounting-equation': 'Assets and expenses equal liabilities, equity and income',
  'entries-have-documents': 'Every entry is linked to its order, its payment and, if it is a refund, its refund',
  'documents-have-entries': 'Every payment and refund is posted once, with its amount',
  'revenue-of-orders': 'Posted revenue matches the amounts of every order',
  'refunds-within-captures': 'Refunds never exceed the payment they belong to',
  'order-totals': 'Every order total is the sum of its line items, discounts, shipping and tax',
  'orders-as-received': 'Imported orders still have the amounts they were imported with',
  'order-money': 'The paid and refunded amounts of every order match its payments and refunds',
  'order-statuses': 'The statuses of every order match its payments and shipments',
  'shipped-quantities': 'Shipped quantities match the shipments',
  'events-sealed': 'The hash chain of events is intact and matches their content',
  'events-complete': 'Every event is in the hash chain or waiting to be added',
  'credentials-of-users': 'Every credential belongs to one user',
}

/** The self-check, on its page and in `kontor verify`. */
export const checks = {
  byId: checksById,
  rows: (value: number) => (value === 1 ? '1 row' : `${formatCount(value)} rows`),
  unsealed: (value: number) =>
    value === 0
      ? 'All events are in the hash chain'
      : value === 1
        ? '1 event is not in the hash chain yet'
        : `${formatCount(value)} events are not in the hash chain yet`,
}
