import { formatCount } from '#shared/count.ts'

/** Texts of every page: the shell, controls, statuses, times and counts. */
export const common = {
  product: 'Kontor',
  pages: {
    index: 'Home',
    orders: 'Orders',
    finance: '财务明细',
    users: 'Users',
    test: 'Test',
    login: 'Log in',
    register: 'Register',
  },
  customers: 'Customers',
  financeTabs: { flow: 'Cash flow', accounts: 'Accounts', reconciliation: 'Reconciliation', closing: 'Closing' },
  staffTabs: {
    staff: 'Staff',
    roles: 'Roles',
    invitations: 'Invitations',
    sessions: 'Sessions',
    audit: 'Audit log',
    tokens: 'API tokens',
    webhooks: 'Webhooks',
  },
  languages: { en: 'English', zh: '简体中文' },

  skipToContent: 'Skip to content',
  sidebar: 'Sidebar',
  navigation: 'Main',
  searchEverywhere: 'Search',
  account: 'Account',
  myAccount: 'My account',
  language: 'Language',
  colorMode: 'Color mode',
  colorModes: { light: 'Light', dark: 'Dark', system: 'System' },
  viewingAs: (name: string, viewer: string, until: string) =>
    `${viewer}, you are viewing as ${name} until ${until}. Nothing can be changed.`,
  endView: 'Stop viewing',
  factorDue: (day: string) => `Your role needs two-step login from ${day}.`,
  setUpFactor: 'Set it up',
  logOut: 'Log out',
  logOutFailed: 'Could not log out. Try again.',
  loading: 'Loading',
  pageOpened: (page: string) => `${page} opened`,
  newBuild: 'A new version of Kontor is available',
  newBuildText: 'It loads the next time you open a page.',
  reloadNow: 'Reload now',
  offline: 'No connection',
  offlineText: 'Kontor did not answer. Check your connection, then try again.',
  /** What a form says when its request had no answer: it was not sent, or it may have been. */
  notSent: 'No connection. Nothing was saved, and what you typed is still here. Check your connection, then try again.',
  noAnswer: (isSafe: boolean) =>
    `Kontor did not answer, so it may or may not have been saved. ${
      isSafe ? 'Try again: it is not saved twice.' : 'Check whether it was saved before you try again.'
    }`,

  close: 'Close',
  cancel: 'Cancel',
  /** The question before a page with unsaved changes is left. */
  unsaved: {
    title: 'Discard your changes?',
    text: 'What you typed has not been saved.',
    keep: 'Keep editing',
    discard: 'Discard changes',
  },
  help: 'Help',
  keyboardShortcuts: 'Keyboard shortcuts',
  clear: 'Clear',
  remove: (what: string) => `Remove ${what}`,
  copy: 'Copy',
  notCopied: 'Could not copy',
  notCopiedText: 'Select the text and copy it with the keyboard.',
  copied: 'Copied',
  back: 'Back',
  newer: 'Newer',
  older: 'Older',
  previousPage: 'Previous',
  nextPage: 'Next',
  previous: 'Previous',
  next: 'Next',
  optional: 'optional',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  filtersInUse: 'Active filters',
  filter: 'Filter',
  /** The title of the sheet of filters on phones. */
  filters: 'Filters',
  filterCount: (n: number) => (n === 1 ? '1 active filter' : `${n} active filters`),
  from: 'From',
  to: 'To',
  daysInZone: (zone: string) => `Both days included, in ${zone} time`,
  timesInZone: (zone: string) => `The end time is not included, in ${zone} time`,
  search: 'Search…',
  apply: 'Apply',
  tryAgain: 'Try again',
  pagination: 'Pagination',
  notification: 'Notification',
  notifications: 'Notifications ({hotkey})',
  noData: 'No data',
  noMatchingData: 'No matching data',
  percent: (value: number) => `${value.toLocaleString('en-US')}%`,

  permissionRequired: (permission: string, roles: string) =>
    `You need the “${permission}” permission. Roles that have it: ${roles}.`,
  listSeparator: ', ',
  /** Between two sentences. */
  sentenceGap: ' ',
  /** Between a title and the sentence after it, where a screen reader reads both as one text. */
  titleGap: '. ',
  list: (words: readonly string[]) =>
    words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`,
  anyOf: (words: readonly string[]) =>
    words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`,

  roles: { owner: 'Owner', admin: 'Admin', finance: 'Finance', operations: 'Operations', viewer: 'Viewer' },
  statuses: {
    order: {
      draft: 'Draft',
      pending: 'Pending',
      open: 'Open',
      on_hold: 'On hold',
      completed: 'Completed',
      cancelled: 'Canceled',
    },
    payment: {
      unpaid: 'Unpaid',
      partially_authorized: 'Partly authorized',
      authorized: 'Authorized',
      partially_paid: 'Partly paid',
      paid: 'Paid',
      overpaid: 'Overpaid',
      partially_refunded: 'Partly refunded',
      refunded: 'Refunded',
      voided: 'Voided',
    },
    fulfillment: {
      not_required: 'Nothing to ship',
      unfulfilled: 'Unfulfilled',
      partially_fulfilled: 'Partly shipped',
      fulfilled: 'Shipped',
      delivered: 'Delivered',
      partially_returned: 'Partly returned',
      returned: 'Returned',
    },
    return: {
      requested: 'Requested',
      approved: 'Approved',
      received: 'Received',
      completed: 'Completed',
      rejected: 'Rejected',
      cancelled: 'Canceled',
    },
    shipment: { shipped: 'Shipped', delivered: 'Delivered', cancelled: 'Canceled' },
    user: { pending: 'Pending', active: 'Active', suspended: 'Suspended', archived: 'Archived' },
    invitation: { open: 'Open', accepted: 'Accepted', expired: 'Expired', revoked: 'Revoked' },
    token: { active: 'Active', expired: 'Expired', revoked: 'Revoked' },
  },

  months: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
  weekdays: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
  /** `month` is one of `months`; `year` is undefined for days of the current year. */
  day: (day: number, month: string, year?: number) =>
    year === undefined ? `${day} ${month}` : `${day} ${month} ${year}`,
  dayAndTime: (day: string, time: string) => `${day} ${time}`,
  justNow: 'just now',
  minutesAgo: (minutes: number) => `${minutes} min ago`,
  hoursAgo: (hours: number) => `${hours} h ago`,
  /** A place; one of both may be empty. */
  place: (city: string, country: string) => [city, country].filter(Boolean).join(', '),
  asOf: (time: string, zone: string) => `As of ${time}, ${zone}`,
  fullTime: (weekday: string, day: string, time: string) => `${weekday} ${day}, ${time}`,
  /** Before the number of all rows, on paper. */
  rowsOf: (rows: number) => `${formatCount(rows)} of `,
  count: (count: { exact: number } | { atLeast: number }) =>
    'exact' in count ? formatCount(count.exact) : `${formatCount(count.atLeast)}+`,
}
