import type { HomeView } from '#shared/home/views.ts'
import type { FinanceView } from '#shared/finance/page-views.ts'
import type { OrdersView } from '#shared/orders/page-views.ts'
import type { LoginView, RegisterView } from '#shared/staff/views.ts'
import type { UsersView } from '#shared/staff/page-views.ts'
import type { WorkbenchView } from '#shared/workbench/views.ts'
import { type QueryParameters, withQuery } from '#shared/routes/with-query.ts'
import type { Permission } from '#shared/permissions.ts'

export type Layout = 'shell' | 'bare'

/**
 * Who can open a page: guests only, or every logged-in user. Parts that need a permission are left out inside the page, which then
 * names the permission.
 */
export type PageAccess = 'guest' | 'logged-in'

/** One page: its path, layout, access, and (as a type only) the data that its loader passes to its component. `page-queries.ts` has its query. */
export interface Page<AccessOfPage extends PageAccess = PageAccess, Data = unknown> {
  path: `/${string}`
  layout: Layout
  access: AccessOfPage
  /** Query parameters that open a panel or dialog: when only these change, the page keeps its scroll position. */
  overlayParams: readonly string[]
  /** Query parameters that say what its panel shows: while they stay the same, what was typed there stays, too. */
  panelParams: readonly string[]
  /** The permission with which loading the page may take longer, because it reads all the books. */
  longLoadPermission: Permission | null
  /** Never set: carries the type of the data. */
  data?: Data
}

const page = <AccessOfPage extends PageAccess>(
  definition: Pick<Page<AccessOfPage>, 'path' | 'layout' | 'access'> &
    Partial<Pick<Page, 'overlayParams' | 'panelParams' | 'longLoadPermission'>>,
) => ({
  withData: <Data>(): Page<AccessOfPage, Data> => ({
    overlayParams: [],
    panelParams: [],
    longLoadPermission: null,
    ...definition,
  }),
})

export const pages = {
  index: page({ path: '/', layout: 'shell', access: 'logged-in' }).withData<HomeView>(),
  orders: page({
    path: '/orders',
    layout: 'shell',
    access: 'logged-in',
    overlayParams: [
      'order',
      'action',
      'document',
      'other',
      'customers',
      'focus',
      'print',
      'new',
      'import',
      'export',
      'view',
      'columns',
      'bulk',
      'job',
      'jobs',
    ],
    panelParams: ['order', 'full', 'version', 'customers'],
  }).withData<OrdersView>(),
  finance: page({
    path: '/finance',
    layout: 'shell',
    access: 'logged-in',
    overlayParams: ['entry', 'newAccount', 'rename', 'action'],
    panelParams: ['tab', 'account', 'entry', 'request', 'line'],
  }).withData<FinanceView>(),
  users: page({
    path: '/users',
    layout: 'shell',
    access: 'logged-in',
    overlayParams: ['me', 'user', 'action', 'invite', 'invited', 'event'],
    panelParams: ['tab', 'me', 'user', 'openToken', 'openWebhook'],
  }).withData<UsersView>(),
  test: page({
    path: '/test',
    layout: 'shell',
    access: 'logged-in',
    longLoadPermission: 'books.verify',
  }).withData<WorkbenchView>(),
  login: page({ path: '/login', layout: 'bare', access: 'guest' }).withData<LoginView>(),
  register: page({ path: '/register', layout: 'bare', access: 'guest' }).withData<RegisterView>(),
}

export type PageName = keyof typeof pages
export type DataOf<Name extends PageName> = NonNullable<(typeof pages)[Name]['data']>
export const pageNames = Object.keys(pages) as PageName[]

const byPath = new Map<string, PageName>(pageNames.map((name) => [pages[name].path, name]))

/** The page of a path in any spelling, or `undefined`. */
export function findPage(path: string): PageName | undefined {
  return byPath.get(path) ?? byPath.get(normalizePath(path))
}

/** Normalizes a path: decoded, lower case, single slashes, no trailing slash. Undecodable text is kept. */
export function normalizePath(path: string): string {
  let decoded = path
  try {
    decoded = decodeURIComponent(path)
  } catch {
    // Keep the text of an invalid escape: it matches no page.
  }
  return decoded
    .toLowerCase()
    .replace(/\/{2,}/g, '/')
    .replace(/(.)\/$/, '$1')
}

/** The URL of a page with a query, written like `withQuery`. */
export const href = (name: PageName, query: QueryParameters = {}): string => withQuery(pages[name].path, query)

/** A query string as the plain object that a query schema reads: one value as a string, several as a list. */
export function parseSearchParams(search: URLSearchParams): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = {}
  for (const key of new Set(search.keys())) {
    const values = search.getAll(key)
    query[key] = values.length > 1 ? values : (values[0] ?? '')
  }
  return query
}

/** The path that serves a page's data as JSON: `/orders/_payload.json`, for the home page `/_payload.json`. */
export const payloadPath = (path: string): string => `${path === '/' ? '' : path}/_payload.json`
