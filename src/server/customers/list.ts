import { hasPermission } from '#server/auth/access.ts'
import type { RequestContext } from '#server/context.ts'
import { listCurrencies } from '#server/customers/first-orders-store.ts'
import { listKeys } from '#server/customers/list-keys-store.ts'
import { createSource, type CustomerSource } from '#server/customers/listed-customers.ts'
import { searchCustomers } from '#server/customers/search.ts'
import type { CustomerSelection, ListedCustomer, SortColumn } from '#server/customers/selection-query.ts'
import { loadContacts } from '#server/customers/shown-contacts.ts'
import type { Db } from '#server/db/database.ts'
import { readKeysetPage, type RowKey } from '#server/list/keyset-page.ts'
import { resolveValidDays } from '#server/list/resolve-days.ts'
import { findUnknown } from '#server/orders/list/known-values.ts'
import { maskEmail, maskName, maskPhone, maskText } from '#server/orders/masking.ts'
import type { ListCustomersQuery } from '#shared/customers/inputs.ts'
import { customersList } from '#shared/customers/list.ts'
import type { CustomerRow, CustomersPage } from '#shared/customers/views.ts'
import { unquoteWords } from '#shared/list/filter-fields.ts'
import type { Count } from '#shared/list/count.ts'
import { invalidInput } from '#shared/problem.ts'

/** Maximum number of customers that a search finds by profile, and by order. */
const maxFound = 500

type Filtered = Omit<ListCustomersQuery, 'cursor'>

/** The column of each sort. */
const columns = {
  number: 'number',
  name: 'name_sort_key',
  lastOrder: 'last_order_at',
  orderCount: 'order_count',
} as const satisfies Record<string, SortColumn>

/** What a list is sorted by. */
interface PickedSort {
  name: (typeof customersList)['sorts'][number]
  column: SortColumn
}

/** The sort of a query. Users who may not see names cannot sort by them: the order would say what they are. */
function pickSort(context: RequestContext, { sort = customersList.sorts[0] }: Pick<Filtered, 'sort'>): PickedSort {
  const column = columns[sort.replace('-', '') as keyof typeof columns]
  return column === 'name_sort_key' && !hasPermission(context, 'customers.view_personal')
    ? { name: customersList.sorts[0], column: 'number' }
    : { name: sort, column }
}

/** One page of the customers. Throws `invalid-input` for a wrong cursor, for an unknown import, for days that end before they begin, and at `/q` for a search that takes too long. */
export async function readCustomers(
  context: RequestContext,
  query: ListCustomersQuery,
): Promise<Omit<CustomersPage, 'queryErrors' | 'searchError' | 'views'>> {
  const db = context.kontor.database.read
  const sort = pickSort(context, query)
  await requireKnownImport(context, query)
  const { selection, isFull } = await toSelection(context, query)
  const source = await createSource(db, selection, sort.column)
  const isByNumber = hasNumberAlone(sort.column)
  const [page, count] = await Promise.all([
    readKeysetPage<ListedCustomer>({
      cursor: query.cursor,
      sort: sort.name,
      keyOf: ({ number, value }) => (isByNumber ? [number] : [value, number]),
      exampleKey: isByNumber ? [''] : [0, ''],
      find: async (reversed, key, limit) => {
        const direction = sort.name.startsWith('-') === reversed ? 'asc' : 'desc'
        const { rows, stoppedAt } = await source.find({ direction, after: await toKey(db, sort.column, key), limit })
        return stoppedAt ? { rows, stoppedAt: isByNumber ? stoppedAt.slice(1) : stoppedAt } : { rows }
      },
    }),
    countRows(source, isFull),
  ])
  const rows = await loadRows(
    db,
    context,
    page.rows.map(({ number }) => number),
  )
  return { ...page, rows, count }
}

/** How many customers a query lists, without reading them. Throws like `readCustomers`. */
export async function countListedCustomers(context: RequestContext, query: Filtered): Promise<Count> {
  await requireKnownImport(context, query)
  const { selection, isFull } = await toSelection(context, query)
  return countRows(await createSource(context.kontor.database.read, selection, 'number'), isFull)
}

/** Throws `invalid-input` for an import that does not exist, at its parameter of the query, or of the body for an export. */
export async function requireKnownImport(
  { kontor }: RequestContext,
  { importNumber: value }: Filtered,
  place: 'query' | 'body' = 'query',
): Promise<void> {
  if (value === undefined) return
  const errors = await findUnknown(kontor.database.read, { filter: 'importNumber', value, isExcluded: false }, [])
  if (errors.length === 0) return
  throw invalidInput(
    ...errors.map(({ pointer, reason, parameters = {} }) => ({
      ...(place === 'query' && { in: place }),
      ...{ pointer, reason, parameters },
    })),
  )
}

/** A search that has found as many as it may leaves out others. */
async function countRows(source: CustomerSource, isFull: boolean): Promise<Count> {
  const count = await source.count()
  return isFull && 'exact' in count ? { atLeast: count.exact } : count
}

/** Cursors are in URLs, where names must not be: those of a list by name have the number alone. */
const hasNumberAlone = (column: SortColumn): boolean => column === 'number' || column === 'name_sort_key'

/** The key `[value, number]` of a cursor. */
async function toKey(db: Db, column: SortColumn, key: RowKey | undefined): Promise<RowKey | undefined> {
  if (!key || !hasNumberAlone(column)) return key
  const number = String(key[0])
  return [column === 'number' ? number : ((await listKeys(db, [number]))[0]?.name_sort_key ?? ''), number]
}

/** Number of customers read at once for an export. */
const sliceSize = 100

/** The numbers of all customers of a filter in its order, in slices. */
export async function* walkNumbers(context: RequestContext, query: Filtered): AsyncGenerator<string[]> {
  const db = context.kontor.database.read
  const { name, column } = pickSort(context, query)
  const { selection } = await toSelection(context, query)
  const source = await createSource(db, selection, column)
  const direction = name.startsWith('-') ? 'desc' : 'asc'
  for (let after: RowKey | undefined; ;) {
    const { rows, stoppedAt } = await source.find({ direction, after, limit: sliceSize })
    if (rows.length > 0) yield rows.map(({ number }) => number)
    const last = rows.at(-1)
    if (stoppedAt) after = stoppedAt
    else if (last && rows.length === sliceSize) after = [last.value, last.number]
    else return
  }
}

/** The conditions of a query with what its search has found; `isFull` if there may be more of it. */
async function toSelection(
  context: RequestContext,
  query: Filtered,
): Promise<{ selection: CustomerSelection; isFull: boolean }> {
  const { book, database } = context.kontor
  const importNumber = query.importNumber?.toUpperCase()
  const resolved = resolveValidDays(context, customersList, { ...query, importNumber })
  const conditions = new Map(
    customersList.filters.flatMap((field) => {
      const condition = field.toFilter(resolved)
      return condition ? [[field.id, condition] as const] : []
    }),
  )
  const [found, currencies] = await Promise.all([
    query.q === undefined ? undefined : searchCustomers(context, unquoteWords(query.q), maxFound),
    conditions.has('firstOrder') ? listCurrencies(database.read) : [],
  ])
  const selection = {
    conditions,
    ...(found && { found }),
    currencies,
    timeZone: book.timeZone,
  }
  return { selection, isFull: found !== undefined && found.length >= maxFound }
}

/** What lists show of customers, in their order. */
export async function loadRows(db: Db, context: RequestContext, numbers: readonly string[]): Promise<CustomerRow[]> {
  if (numbers.length === 0) return []
  const [contacts, stored] = await Promise.all([loadContacts(db, numbers), listKeys(db, numbers)])
  const keys = new Map(stored.map((each) => [each.number, each]))
  const isPersonal = hasPermission(context, 'customers.view_personal')
  return [...contacts].map(([number, contact]) => {
    const { order_count: orderCount = 0, last_order_at: lastOrderAt = 0 } = keys.get(number) ?? {}
    const row: CustomerRow = { number, ...contact, orderCount, lastOrderAt: lastOrderAt || null }
    return isPersonal ? row : maskCustomer(row)
  })
}

const maskCustomer = (row: CustomerRow): CustomerRow => ({
  ...row,
  name: maskName(row.name),
  email: maskEmail(row.email),
  phone: maskPhone(row.phone),
  company: maskText(row.company),
})
