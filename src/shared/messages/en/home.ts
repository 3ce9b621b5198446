import { formatCount } from '#shared/count.ts'
export const home = {
  /** Today, beside the title. */
  dateLine: (weekday: string, day: string) => `${weekday} ${day}`,
  period: 'Period',
  periods: { 'today': 'Today', '7d': '7 days', 'month': 'This month', 'all': 'All time' },
  currency: 'Currency',
  /** Days and the clock up to which they count. */
  upTo: (days: string, clock: string) => `${days}, ${clock}`,
  allUpTo: (clock: string) => `All time, up to ${clock}`,
  comparedWith: (days: string) => `against ${days}`,
  todayComparedWith: (days: string) => `today against ${days}`,

  income: 'Income',
  expense: 'Expense',
  net: 'Net',
  orders: 'Orders',
  /** Which orders the figure counts. */
  notCancelled: 'without cancelled ones',
  today: 'Today',
  was: (value: string) => `was ${value}`,
  /** Before the per cent, for screen readers: the arrow says it to the eye. */
  up: 'up',
  down: 'down',
  noFigures: (right: string, roles: string) => `Figures stand here for those with the right “${right}”: ${roles}.`,

  dailyFlow: 'Daily flow',
  flowLabel: 'Income and expense per day',
  day: 'Day',
  noFlow: 'No money moved in this period.',
  viewAsTable: 'As a table',

  needsYourAttention: 'Waits for you',
  needsAttention: 'Waiting',
  items: (n: number) => `${formatCount(n)} ${n === 1 ? 'item' : 'items'}`,
  toShip: 'Orders to ship',
  oldestSince: (time: string) => `oldest since ${time}`,
  unpaid: 'Unpaid orders',
  unpaidHint: 'placed, and no full payment yet',
  pendingUsers: 'People who ask to be let in',
  pendingUsersHint: 'they can log in only after you approve',
  nothingToDo: 'Nothing waits.',

  activity: 'Recent activity',
  noActivity: 'Nothing has happened yet.',

  firstSteps: 'First steps',
  importOrders: 'Import orders',
  importHint: 'Kontor reads the order export of your shop, a CSV file. The same file twice creates nothing twice.',
  addColleagues: 'Let your colleagues in',
  addColleaguesHint: 'They register at /register and wait until you give them a role.',
  openUsers: 'Open users',
  noOrders: 'There is no order yet',
  noOrdersHint: 'This page fills with the first import of orders. Operations, an admin or the owner may start it.',
}
