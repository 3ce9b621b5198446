import type { Messages } from '#shared/messages/en.ts'
import type { search, SearchAction } from '#shared/messages/en/search.ts'
import { type Annotation, actionPermissions, annotationPermissions, type OrderAction } from '#shared/orders/actions.ts'
import { bulkPermissions } from '#shared/orders/bulk-actions.ts'
import type { Permission } from '#shared/permissions.ts'
import { href } from '#shared/routes/pages.ts'

type Words = typeof search

/** A page, or a part of one, to which the search leads. */
export interface PageItem {
  label: string
  href: string
}

/** The pages that match a text, of those that the user may see; all of them for an empty text. */
export function listPages(
  text: string,
  words: Words,
  { pages }: Messages['common'],
  isAllowed: (permission: Permission) => boolean,
): PageItem[] {
  const all: [label: string, url: string, permission?: Permission][] = [
    [pages.index, href('index', {})],
    [pages.orders, href('orders', {}), 'orders.view'],
    [words.pages.newOrder, href('orders', { new: '1' }), 'orders.create'],
    [words.groups.customer, href('orders', { customers: 'list' }), 'orders.view'],
    [words.pages.importCustomers, href('orders', { customers: 'import' }), 'customers.manage'],
    [words.pages.newCustomer, href('orders', { customers: 'new' }), 'customers.manage'],
    [words.pages.importOrders, href('orders', { import: '1' }), 'orders.import'],
    [words.pages.exportOrders, href('orders', { export: '1' }), 'orders.export'],
    [words.pages.scanParcels, href('orders', { bulk: 'scan' }), bulkPermissions.ship],
    [words.pages.shipFile, href('orders', { bulk: 'ship-file' }), bulkPermissions.ship],
    [words.pages.seller, href('orders', { print: 'seller' }), 'settings.manage'],
    [words.pages.jobs, href('orders', { jobs: 'own' }), 'orders.bulk'],
    [pages.finance, href('finance', {}), 'finance.view'],
    [words.pages.newEntry, href('finance', { action: 'post' }), 'finance.post'],
    [words.pages.templates, href('finance', { action: 'templates' }), 'finance.post'],
    [words.pages.exportEntries, href('finance', { action: 'export' }), 'finance.export'],
    [words.pages.accounts, href('finance', { tab: 'accounts' }), 'finance.view'],
    [words.pages.newAccount, href('finance', { tab: 'accounts', newAccount: '1' }), 'finance.manage_accounts'],
    [words.pages.reconciliation, href('finance', { tab: 'reconciliation' }), 'finance.view'],
    [words.pages.importStatement, href('finance', { tab: 'reconciliation', action: 'import' }), 'finance.reconcile'],
    [words.pages.closing, href('finance', { tab: 'closing' }), 'finance.view'],
    [pages.users, href('users', {}), 'users.view'],
    [words.pages.invite, href('users', { invite: '1' }), 'users.invite'],
    [words.pages.importStaff, href('users', { import: '1' }), 'users.import'],
    [words.pages.roles, href('users', { tab: 'roles' }), 'users.view'],
    [words.pages.invitations, href('users', { tab: 'invitations' }), 'users.invite'],
    [words.pages.sessions, href('users', { tab: 'sessions' }), 'sessions.view'],
    [words.pages.audit, href('users', { tab: 'audit' }), 'audit.view'],
    [words.pages.tokens, href('users', { tab: 'tokens' }), 'tokens.create'],
    [words.pages.webhooks, href('users', { tab: 'webhooks' }), 'webhooks.manage'],
    [words.pages.account, href('users', { me: '1' })],
    [pages.test, href('test', {})],
  ]
  const wanted = text.trim().toLowerCase()
  return all
    .filter(([label, , permission]) => hasWord(label, wanted) && (permission === undefined || isAllowed(permission)))
    .map(([label, url]) => ({ label, href: url }))
}

/** The orders with a total, and the entries with an amount, if a text is one: `227.40`, `1,248.00`, `¥90`. A number alone may be anything. */
export function listAmounts(text: string, words: Words, isAllowed: (permission: Permission) => boolean): PageItem[] {
  const [, sign = '', whole = '', fraction = ''] =
    /^([¥￥$€£]?)\s*(\d{1,3}(?:,\d{3})+|\d{1,12})((?:\.\d{1,4})?)$/.exec(text.trim()) ?? []
  if (whole === '' || sign + fraction === '') return []
  const [written, amount] = [whole + fraction, whole.replaceAll(',', '') + fraction]
  return [
    ...(isAllowed('orders.view')
      ? [{ label: words.ordersOf(written), href: href('orders', { amountFrom: amount, amountTo: amount }) }]
      : []),
    ...(isAllowed('finance.view') ? [{ label: words.entriesOf(written), href: href('finance', { q: amount }) }] : []),
  ]
}

/** Whether a word of a label begins with a text, or a label in a script without spaces has it anywhere. */
const hasWord = (label: string, wanted: string): boolean => {
  const lowerCase = label.toLowerCase()
  return /[^\x20-\x7e]/.test(wanted) ? lowerCase.includes(wanted) : ` ${lowerCase}`.includes(` ${wanted}`)
}

/** An action and the order that it is typed for: `refund SO260301-00001`. */
export interface TypedAction {
  action: SearchAction
  /** Words that find the order; may be empty. */
  rest: string
}

/** The action that a text begins with, if it is one; Chinese needs no space after it. */
export function parseAction(text: string, { verbs }: Words): TypedAction | undefined {
  const lowerCase = text.trim().toLowerCase()
  for (const [action, words] of Object.entries(verbs) as [SearchAction, readonly string[]][]) {
    const verb = words.find(
      (word) => lowerCase === word || lowerCase.startsWith(/[a-z]$/.test(word) ? `${word} ` : word),
    )
    if (verb !== undefined) return { action, rest: text.trim().slice(verb.length).trim() }
  }
  return undefined
}

/** The order with the dialog of an action open; shipping is a form of the order itself. */
export const actionHref = (action: SearchAction, number: string): string =>
  href('orders', action === 'ship' ? { order: number } : { order: number, action })

export const permissionOf = (action: SearchAction): Permission =>
  action in actionPermissions ? actionPermissions[action as OrderAction] : annotationPermissions[action as Annotation]
