import { common } from '#shared/messages/en/common.ts'
import type { EntryKind } from '#shared/finance/ledger.ts'

const kinds: Record<EntryKind, string> = {
  'payment.captured': 'Payment',
  'refund.succeeded': 'Refund',
  'refund.returned': 'Returned refund',
  'refund.cancelled': 'Canceled refund',
  'refund.credited': 'Refund to store credit',
  'credit.used': 'Store credit used',
  'order.cancelled': 'Cancellation',
  'order.edited': 'Order change',
  'order.written_off': 'Write-off',
  'payment.settled': 'Payment settled',
  'refund.settled': 'Refund settled',
  'currency.exchanged': 'Currency exchange',
  'fx.realised': 'Exchange difference',
  'payout.created': 'Payout sent',
  'dispute.opened': 'Chargeback',
  'dispute.won': 'Chargeback won',
  'dispute.lost': 'Chargeback lost',
  'dispute.offset': 'Chargeback offset',
  'payout.arrived': 'Payout',
  'payout.short': 'Short payout',
  'payout.failed': 'Failed payout',
  'fee.provider': 'Provider fee',
  'fee.bank': 'Bank fee',
  'transfer.arrived': 'Transfer',
  'interest.received': 'Interest',
  'line.posted': 'Receipt or payment',
  'receipt.unknown': 'Unknown receipt',
  'payment.unknown': 'Unknown payment',
  'difference.small': 'Small difference',
  'entry.manual': 'Manual',
  'entry.reversed': 'Reversal',
  'period.closed': 'Closing entry',
}
const kindTitles: Record<EntryKind, string> = {
  ...kinds,
  'payment.captured': 'Payment captured',
  'refund.succeeded': 'Refund paid out',
  'order.cancelled': 'Order canceled',
  'order.edited': 'Order changed',
  'order.written_off': 'Amount written off',
  'entry.manual': 'Manual entry',
}

const { months } = common

/** A calendar day in parts; `month` is 1 to 12. */
export interface DayOfYear {
  year: number
  month: number
  day: number
}

export const finance = {
  currency: 'Currency',
  period: 'Period',
  allTime: 'All time',
  since: (day: string) => `since ${day}`,
  until: (day: string) => `until ${day}`,
  accountingDay: 'Accounting day',

  income: 'Income',
  expense: 'Expense',
  net: 'Net',
  closing: 'Closing balance',
  opening: 'Opening',

  /** Filter by the direction in which money moved. */
  flow: 'Direction',
  flows: { in: 'Income', out: 'Expense', none: 'Neutral' },
  neutral: 'Neutral',
  leftOut: 'Left out',
  statement: 'Statement',
  day: 'Date',

  filterForm: 'Filter entries',
  kind: 'Kind',
  kinds,
  kindTitles,

  entries: 'Entries',
  columns: {
    number: 'Entry',
    occurred: 'Date',
    kind: 'Kind',
    memo: 'Description',
    postings: 'Debit / credit',
    order: 'Order',
    in: 'In',
    out: 'Out',
  },
  total: (currency: string) => `Total ${currency}`,
  count: (n: string, one: boolean) => `${n} ${one ? 'entry' : 'entries'}`,
  timesIn: (zone: string) => `times in ${zone}`,
  debitShort: 'Dr',
  creditShort: 'Cr',

  entry: (number: number) => `Entry ${number}`,
  backToEntries: 'Entries',
  debitAndCredit: 'Debit and credit',
  account: 'Account',
  ownAccount: 'Account',
  channel: 'Channel',
  debit: 'Debit',
  credit: 'Credit',

  /** The days of a period, both inclusive; `year` adds the year, for periods outside the current one. */
  days: (from: DayOfYear, to: DayOfYear, year: boolean) => {
    const end = `${to.day} ${months[to.month - 1]}${year ? ` ${to.year}` : ''}`
    if (from.year !== to.year)
      return `${from.day} ${months[from.month - 1]} ${from.year} – ${to.day} ${months[to.month - 1]} ${to.year}`
    if (from.month !== to.month || from.day > to.day) return `${from.day} ${months[from.month - 1]} – ${end}`
    return from.day === to.day ? end : `${from.day}–${end}`
  },
  /** Days of which the last one ends with a minute. */
  daysUntil: (days: string, clock: string) => `${days}, until ${clock}`,
  minute: (day: string, clock: string) => `${day}, ${clock}`,
  /** A day where the month is shown elsewhere. */
  dayOfMonth: (day: number) => String(day),
}
