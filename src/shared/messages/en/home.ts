import { common } from '#shared/messages/en/common.ts'

/** Texts of the home page. */
export const home = {
  /** Today's date, next to the title. */
  dateLine: (weekday: string, day: string) => `${weekday} ${day}`,
  period: 'Period',
  periods: { 'today': 'Today', '7d': 'Last 7 days', 'month': 'This month', 'all': 'All time' },
  currency: 'Currency',
  /** The days of the period, and the time of day at which the last one ends. */
  allUpTo: (clock: string) => `All time, as of ${clock}`,
  comparedWith: (days: string) => `compared to ${days}`,
  todayComparedWith: (days: string) => `today compared to ${days}`,

  lastMonth: 'Last month',
  customRange: 'Custom',
  from: 'From',
  to: 'To',
  showRange: 'Show',
  average: 'Average order value',
  refunded: 'Refunds',
  newCustomers: 'New customers',
  firstOrder: 'By first order, excluding canceled',
  shareOfIncome: (share: string) => `${share} of income`,
  channels: 'By channel',
  channel: 'Channel',
  sales: 'Sales',
  incomeBefore: 'Previous period',
  income: 'Income',
  expense: 'Expense',
  net: 'Net',
  orders: 'Orders',
  /** Which orders the figure counts. */
  notCancelled: 'excluding canceled',
  today: 'Today',
  was: (value: string) => `was ${value}`,
  /** Read by screen readers before the percentage, instead of the arrow. */
  up: 'up',
  down: 'down',
  /** Title of the part that the permission for figures is missing for. */
  figures: 'Figures',

  flowTitles: {
    day: 'Daily cash flow',
    month: 'Monthly cash flow',
    quarter: 'Quarterly cash flow',
    year: 'Yearly cash flow',
  },
  flowLabels: {
    day: 'Income and expense per day',
    month: 'Income and expense per month',
    quarter: 'Income and expense per quarter',
    year: 'Income and expense per year',
  },
  unitNames: { day: 'Day', month: 'Month', quarter: 'Quarter', year: 'Year' },
  /** `month` is 1 to 12, `quarter` 1 to 4. */
  units: {
    month: (year: number, month: number) => `${common.months[month - 1]} ${year}`,
    quarter: (year: number, quarter: number) => `Q${quarter} ${year}`,
    year: (year: number) => String(year),
  },
  noFlow: 'No income or expense in this period.',
  /** When the chosen period has neither orders nor money; `month` is the newest month that has any. */
  emptyPeriod: (month: string) => `No orders or payments in this period. The latest are from ${month}.`,
  showMonth: (month: string) => `Show ${month}`,
  viewAsTable: 'View as table',
  balance: 'Balance',
  balanceLine: (opening: string, closing: string) => `Balance from ${opening} to ${closing}`,

  needsAttention: 'Needs attention',
  items: (count: string) => `${count} ${count === '1' ? 'item' : 'items'}`,
  openStatementLines: 'Bank lines to match',
  openStatementLinesHint: (waiting: number) =>
    waiting === 0 ? 'Not in the books yet' : `Not in the books yet, ${waiting} postponed`,
  toConfirm: 'Orders to confirm',
  toConfirmHint: 'Cannot be shipped until confirmed',
  late: 'Paid orders not shipped two days after ordering',
  expiring: 'Authorizations about to expire',
  placedThrough: (day: string) => `Placed through ${day}`,
  toShip: 'Orders to ship',
  oldestSince: (time: string) => `Oldest from ${time}`,
  /** `amount` has its currency. */
  refunds: {
    requested: (amount: string) => `Approve refund of ${amount}`,
    failed: (amount: string) => `Refund of ${amount} failed`,
    returned: (amount: string) => `Refund of ${amount} was returned`,
    processing: (amount: string) => `Refund of ${amount} not confirmed`,
  },
  openWorkHint: (orderNumber: string, name: string, time: string) =>
    [orderNumber, name, time].filter(Boolean).join(' · '),
  openDispute: (amount: string) => `Respond to a chargeback of ${amount}`,
  /** `day` is the last one for evidence; empty if there is none. */
  disputeHint: (orderNumber: string, day: string, days: number) =>
    [
      orderNumber,
      ...(day === ''
        ? []
        : [
            `by ${day}`,
            days < 0 ? 'overdue' : days === 0 ? 'last day today' : days === 1 ? '1 day left' : `${days} days left`,
          ]),
    ].join(' · '),
  approveReturn: (returnNumber: string) => `Approve return ${returnNumber}`,
  postEntry: (name: string) => `Post entry ${name}`,
  approveEntry: (amount: string) => `Approve entry of ${amount}`,
  refundDue: 'Refunds due',
  refundDueHint: 'Canceled or overpaid, and not refunded in full',
  unpaid: 'Unpaid orders',
  unpaidHint: 'Placed but not paid in full',
  pendingUsers: 'Access requests',
  pendingUsersHint: 'New colleagues who need your approval',
  brokenWebhooks: 'Failing webhooks',
  brokenWebhooksHint: 'Check that their receivers work',
  overdueBackup: 'Backup overdue',
  lastBackup: (time: string) => `Last backup ${time}`,
  noBackup: 'No backup yet',
  nothingToDo: 'Nothing to do right now.',

  activity: 'Recent activity',
  noActivity: 'No activity yet.',

  firstSteps: 'Get started',
  importOrders: 'Import orders',
  importHint:
    'Upload the order export of your shop as a CSV or XLSX file. Importing the same file again creates no duplicates.',
  addColleagues: 'Add your colleagues',
  addColleaguesHint:
    'Send each of them an invitation link with a role. They choose a password and can log in right away.',
  inviteColleague: 'Invite a colleague',
  noOrders: 'No orders yet',
  noOrdersHint: 'Figures appear here after the first import.',
}
