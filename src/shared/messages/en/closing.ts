import type { ChecklistId } from '#shared/finance/closing/period-views.ts'
import type { PeriodAction, PeriodState } from '#shared/finance/closing/periods.ts'
import type {
  ReportColumn,
  ReportName,
  ReportSection,
  ReportSpan,
  ResultLine,
} from '#shared/finance/closing/reports.ts'
import { monthName } from '#shared/messages/en/month-name.ts'

const columns: Record<Exclude<ReportColumn, 'current' | 'previous'>, string> = {
  openingDebit: 'Opening debit',
  openingCredit: 'Opening credit',
  debit: 'Debit',
  credit: 'Credit',
  closingDebit: 'Closing debit',
  closingCredit: 'Closing credit',
  opening: 'Opening',
  in: 'In',
  out: 'Out',
  transfers: 'Transfers',
  closing: 'Closing',
  previousNet: 'Net, period before',
  sales: 'Net sales',
  tax: 'Tax',
  previousSales: 'Net sales, period before',
  previousTax: 'Tax, period before',
}

const sections: Record<ReportSection, string> = {
  accounts: 'Total',
  income: 'Income',
  expense: 'Expenses',
  result: 'Net profit',
  asset: 'Assets',
  liability: 'Liabilities',
  equity: 'Equity',
  liabilities_and_equity: 'Liabilities and equity',
  money: 'Total',
  orders: 'Total of orders',
  other_entries: 'Other entries of these accounts',
  sales_and_tax: 'In the books',
}

const lines: Record<ResultLine, string> = {
  result_of_year: 'Result of the year',
  result_of_earlier_years: 'Result of earlier years',
}

const checklist: Record<ChecklistId, { done: string; open: string; next: string }> = {
  'month-over': {
    done: 'The month is over',
    open: 'The month is not over yet',
    next: 'Close it after its last day.',
  },
  'months-in-order': {
    done: 'All earlier months are closed',
    open: 'Earlier months are still open',
    next: 'Close them first, oldest first.',
  },
  'statements-there': {
    done: 'No statements are missing',
    open: 'Statements are missing for accounts with entries',
    next: 'Import their statements for the month.',
  },
  'statements-tie': {
    done: 'All statements tie out',
    open: 'Some statements do not tie out',
    next: 'Open each one to see where its balance breaks, then remove it and import a complete file.',
  },
  'lines-matched': {
    done: 'All statement lines are matched',
    open: 'Some statement lines are not matched',
    next: 'Match, post, or ignore the open lines of each account.',
  },
  'requests-decided': {
    done: 'No entries are waiting for approval',
    open: 'Some entries are waiting for approval',
    next: 'Approve or reject each one.',
  },
  'suspense-empty': {
    done: 'Nothing is in suspense',
    open: 'Some amounts are still in suspense',
    next: 'Find out what each amount is for, then move it with a new entry.',
  },
  'self-check': {
    done: 'The self-check passes',
    open: 'The self-check runs when you close the month',
    next: 'Run it now to find problems early.',
  },
}

const history: Record<PeriodAction, (name: string) => string> = {
  closed: (name) => `${name} closed the month`,
  reopen_requested: (name) => `${name} asked to reopen it`,
  reopen_rejected: (name) => `${name} rejected the request to reopen it`,
  reopened: (name) => `${name} reopened it`,
}

/** The texts of the tab Closing, and of the reports. */
export const closing = {
  monthName,
  states: { open: 'Open', closed: 'Closed', reopening: 'Reopening requested' } satisfies Record<PeriodState, string>,
  months: 'Months',
  columns: { month: 'Month', state: 'Status', closed: 'Closed' },
  none: 'Nothing to close yet',
  noneHint: 'Months are listed from the first entry on.',
  closedBy: (name: string, time: string) => `${name}, ${time}`,
  missing: (month: string) => `No entries in ${month}`,
  missingHint: 'The books start later, or the month is in the future.',
  back: 'All months',
  next: (month: string) => `Next to close: ${month}`,

  checklistTitle: 'Checklist',
  checklist,
  selfCheck: 'Open self-check',
  waitingLines: (count: number) => `${count} postponed`,
  more: (count: number) => `and ${count} more`,
  blocking: 'Must be settled',
  warning: 'Needs a reason',
  done: 'Done',
  atClose: 'At closing',

  close: 'Close month',
  closeTitle: (month: string) => `Close ${month}?`,
  closeText:
    'Income and expenses are moved to Profit for the year. Nothing can be posted to the month afterwards: late payments and refunds go to the first open day.',
  closeReason: 'Why it is closed with these warnings',
  closed: (month: string) => `${month} closed`,
  askToReopen: 'Ask to reopen',
  reopenTitle: (month: string) => `Ask to reopen ${month}?`,
  reopenText:
    'A colleague with permission to reopen months decides. The month stays closed until then. Reopening it reverses its closing entries.',
  reason: 'Reason',
  asked: 'Request sent',
  reopen: 'Reopen month',
  reopened: (month: string) => `${month} reopened`,
  reject: 'Reject',
  rejectTitle: (month: string) => `Reject the request to reopen ${month}?`,
  rejected: 'Request rejected',
  ownRequest: 'You asked to reopen this month. A colleague has to decide.',

  accountingPackage: 'Export for accountant',
  accountingPackageTitle: (month: string) => `Export ${month} for the accountant`,
  accountingPackageText:
    'One ZIP file for the accountant: the journal, all entries with their attachments, the reports, the lines of statements, and a list of all files with their SHA-256.',
  download: 'Download',
  keep: 'Close',

  reports: 'Reports',
  reportNames: {
    trial_balance: 'Trial balance',
    income_statement: 'Income statement',
    balance_sheet: 'Balance sheet',
    cash_flow: 'Cash flow by channel',
    tax: 'Tax by rate',
  } satisfies Record<ReportName, string>,
  spans: { month: 'Month', quarter: 'Quarter to date', year: 'Year to date' } satisfies Record<ReportSpan, string>,
  code: 'Code',
  before: (days: string) => `Period before: ${days}`,
  account: 'Account',
  asOf: (day: string) => `As of ${day}`,
  reportColumns: columns,
  sections,
  sectionTotal: (section: string) => `Total ${section.toLowerCase()}`,
  lines,
  taxRate: (rate: string) => (rate === '' ? 'Rate unknown' : rate === '0' ? 'Without tax' : `${rate}%`),
  taxEntries: (rate: string, days: string) => `${rate}, ${days}`,
  rate: 'Rate',
  entry: 'Entry',
  day: 'Day',
  kind: 'Kind',
  order: 'Order',
  noTaxEntries: 'No entries at this rate',
  newer: 'Newer',
  older: 'Older',
  balanced: 'Both sides are equal',
  unbalanced: 'The sides differ',
  excel: 'Excel',
  csv: 'CSV',

  historyTitle: 'History',
  history,
  closingEntries: 'Closing entries: ',
  reversals: 'Reversals of the closing entries: ',
  accepted: (points: string) => `Accepted: ${points}`,
  heads: (entry: number, event: number) => `Entry ${entry}, event ${event}`,
}
