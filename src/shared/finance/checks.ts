/**
 * The checks of the self-check by the part of it that runs them, in the order in which they run and are shown. The ids are stable: scripts may
 * rely on them.
 */
export const checksByPart = {
  schema: ['schema'],
  book: ['book-settings'],
  ledger: [
    'entries-balanced',
    'entries-complete',
    'entries-numbered',
    'entries-sealed',
    'reversals',
    'entry-keys-unique',
    'accounting-days',
    'closed-months',
    'period-balances',
    'accounts-by-chart',
    'chart-recorded',
    'account-balances',
    'running-balances',
    'day-totals',
    'month-totals',
    'entry-flows',
    'entry-taxes',
    'trial-balance',
    'accounting-equation',
    'entries-have-documents',
    'manual-entries',
    'store-credit',
  ],
  orders: [
    'documents-have-entries',
    'revenue-of-orders',
    'taxes-of-orders',
    'taxes-of-lines',
    'refunds-within-captures',
    'conversion-accounts',
    'order-totals',
    'orders-as-received',
    'orders-recorded',
    'order-money',
    'order-statuses',
    'shipped-quantities',
    'search-tokens',
    'customers-recorded',
    'imports-recorded',
    'issued-documents',
    'document-numbers',
    'order-counts',
  ],
  events: ['events-sealed', 'events-complete'],
  accounts: ['accounts-recorded', 'credentials-of-users', 'sessions-recorded'],
  invitations: ['invitations-recorded'],
  roles: ['roles-recorded'],
  tokens: ['tokens-recorded'],
  webhooks: ['webhooks-recorded'],
  products: ['product-words'],
  carriers: ['carriers-recorded'],
  jobs: ['jobs-recorded'],
  seller: ['seller-recorded'],
  rates: ['exchange-rates-recorded'],
  requests: ['entry-requests', 'entry-attachments', 'entry-templates'],
  statements: ['statements-recorded'],
  matches: ['matches-recorded', 'matches-tie', 'line-follow-ups'],
  references: ['references', 'amounts-exact'],
  keptHeads: ['kept-heads'],
} as const

export type CheckPart = keyof typeof checksByPart
export type CheckId = (typeof checksByPart)[CheckPart][number]

/** All checks, in their order. */
export const checkIds: readonly CheckId[] = Object.values(checksByPart).flat()
