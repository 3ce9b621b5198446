import { formatCount } from '#shared/count.ts'
import type { CheckId } from '#shared/self-check/checks.ts'

/** What each self-check proves, as a statement. */
const checksById: Record<CheckId, string> = {
  'schema': 'Tables, columns, indexes, constraints and triggers are exactly those of this version',
  'indexes': 'Every index has each row of its table',
  'book-settings': 'The base currency agrees with the accounts, and nothing is older than the books',
  'entries-balanced': 'Every entry balances in every currency',
  'entries-complete': 'Every entry has all its postings, and every posting belongs to an entry',
  'entries-numbered': 'Entry numbers have no gaps and follow the order of posting',
  'entries-sealed': 'No entry was changed after it was posted',
  'reversals': 'Every reversal mirrors an earlier entry, and no entry is reversed twice',
  'entry-keys-unique': 'No transaction is posted twice',
  'accounting-days':
    'Every entry is posted to the day its money moved, or to the first open day when that month was closed',
  'closed-months':
    'Nothing was posted to a month after it was closed, and the hash chains of entries and events are as they were at each close',
  'period-balances': 'The balances kept at each close are the sums of the postings',
  'closing-entries': 'Closing entries leave nothing on income and expense accounts of closed months',
  'accounts-by-chart': 'Every account matches the chart of accounts and has one currency',
  'chart-recorded':
    'Accounts that staff opened, renamed and archived are as recorded, and nothing is posted to an archived one',
  'account-balances': 'Every account balance is the sum of its postings',
  'running-balances': 'Every running balance continues the previous one',
  'day-totals': 'Daily totals are the sums of their postings',
  'month-totals': 'Monthly totals are the sums of their postings',
  'entry-flows': 'The list of entries finds every entry by its currency and direction',
  'entry-taxes': 'The revenue and the tax of every entry of an order are kept by tax rate',
  'trial-balance': 'The balances of all accounts sum to zero',
  'accounting-equation': 'Assets and expenses equal liabilities, equity and income',
  'entries-have-documents': 'Every entry is linked to its order, its payment and, if it is a refund, its refund',
  'manual-entries': 'Every entry that staff posted or reversed has a reason, and its event names the same user',
  'store-credit': 'The store credit of all customers adds up to its accounts, and no customer has a negative balance',
  'documents-have-entries': 'Every payment and refund is posted once, with its amount, time, provider and reference',
  'revenue-of-orders': 'Posted revenue matches the amounts of every order',
  'taxes-of-lines': 'The taxes of the lines and of shipping add up to the tax of each order, in total and by rate',
  'taxes-of-orders': 'Every entry of an order moves revenue and tax at the rates that follow from the order',
  'conversion-accounts':
    'The conversion accounts hold exactly the unrefunded part of the payments settled in another currency',
  'refunds-within-captures': 'Refunds and chargebacks never exceed the payment they belong to',
  'order-totals': 'Every order total is the sum of its line items, discounts, shipping and tax',
  'orders-as-received': 'Imported orders and their documents are as they were imported, except for recorded changes',
  'orders-recorded': 'Every order and shipment has its event, and every event of one has its order or shipment',
  'order-money': 'The paid and refunded amounts of every order match its payments and refunds',
  'order-statuses': 'The statuses of every order follow from its payments and shipments',
  'shipped-quantities': 'Shipped quantities match the shipments',
  'search-tokens': 'Orders are found by exactly the words and numbers they contain',
  'product-words': 'Products are found by exactly the words of their names and their SKUs',
  'customers-recorded':
    'Every order has the customer that was recorded with it, and customers are found by the contacts of their orders, counted by the first of them, and shown with the sums of all of them',
  'issued-documents': 'Every invoice and credit note is as it was issued, and no more was credited than invoiced',
  'document-numbers':
    'Numbers of orders, customers, payments, refunds, shipments, invoices and credit notes have no gaps and match the counters',
  'order-counts': 'The stored counts of orders match the orders',
  'events-sealed':
    'No event was changed or inserted after it was recorded, and none was removed except at the end of its retention',
  'events-complete': 'Every event is protected against changes or about to be',
  'accounts-recorded': 'Names, roles, statuses and approvals of all accounts follow from recorded events',
  'credentials-of-users': 'Every account has the password that was recorded with it, and no other',
  'sessions-recorded': 'Every session was opened by a recorded login',
  'invitations-recorded': 'Every invitation follows from recorded events',
  'tokens-recorded': 'Every API token follows from recorded events',
  'webhooks-recorded': 'Every webhook follows from recorded events',
  'roles-recorded': 'Every role follows from recorded changes, and accounts have only existing roles',
  'imports-recorded': 'Every import is as its event says',
  'jobs-recorded': 'Every job has its event, and its counts are those of its orders',
  'exchange-rates-recorded': 'Every exchange rate belongs to a change that has its event, and is as it was set',
  'carriers-recorded': 'Every carrier that was added has its event, and is as it was added',
  'entry-requests': 'Every requested entry is as it was recorded, and was posted once after someone else approved it',
  'entry-attachments': 'Every file of an entry has the content that was attached',
  'entry-templates': 'Every template is as it was saved last',
  'statements-recorded': 'Every statement and its lines are as they were imported',
  'matches-recorded': 'Every match of statement lines is as recorded, and lines of undone matches are open again',
  'matches-tie': 'Matched lines equal their postings, each in one match at most',
  'line-follow-ups': 'Statement lines are assigned and postponed as their events say',
  'seller-recorded': 'The seller’s details are those of the last recorded change',
  'references': 'Every reference between rows points to an existing row',
  'amounts-exact': 'Every amount is an exact whole number of minor units',
  'kept-heads': 'Every kept head is still in its chain',
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
  /** Only `kontor verify` prints these. */
  command: {
    progress: (percent: number) => `Checking: ${percent}% done`,
    head: (head: string) => `head ${head}`,
    notHead: (text: string) =>
      `“${text}” is not a head. Use one that kontor verify printed, such as events:42:9f86d0….`,
  },
}
