import { hasPermission } from '#server/auth/access.ts'
import type { RequestContext } from '#server/context.ts'
import { findCustomerNumbers } from '#server/customers/views.ts'
import type { Db } from '#server/db/database.ts'
import type { OrderCountsTable } from '#server/db/schema/orders.ts'
import { isStatementTimeout } from '#server/db/unreachable.ts'
import { readKeysetPage } from '#server/keyset-page.ts'
import { listOrderCounts } from '#server/orders/counts-store.ts'
import { toRanges, toTabRanges } from '#server/orders/list-ranges.ts'
import { maskRow } from '#server/orders/masking.ts'
import * as store from '#server/orders/list-store.ts'
import { listedOrders, noOrders, type OrderSource, searchOrders } from '#server/orders/search.ts'
import {
  exactRange,
  parseNumberToken,
  parseSearch,
  type Search,
  toAssigneeToken,
  toCustomerToken,
  type TokenRange,
  toReferenceToken,
  toTagToken,
} from '#server/orders/search-tokens.ts'
import { type Comparison, type Filter, listComparisons, reduceFilter } from '#shared/list/filter.ts'
import { type FilterId, toFilter } from '#shared/list/list.ts'
import type { OrdersQuery } from '#shared/orders/inputs.ts'
import { type OrderTab, ordersList, ownAssignee } from '#shared/orders/list.ts'
import { normalizeTag } from '#shared/orders/tags.ts'
import type { OrderList } from '#shared/orders/views.ts'
import { invalidInput } from '#shared/problem.ts'

/**
 * One page of orders with the cursors of both neighboring pages. Throws `invalid-input` for a cursor that is malformed or belongs to the
 * other sort, and at `/q` for a search that takes too long. `counts` are those of all orders, if the caller has them. The count is exact above `countLimit`, too, where orders are counted.
 */
export async function readOrders(
  context: RequestContext,
  query: OrdersQuery,
  counts?: readonly OrderCountsTable[],
): Promise<OrderPage> {
  const { database } = context.kontor
  if (query.q === undefined) return readPage(database.read, context, query, counts)
  return withDeadline(context, (db) => readPage(db, context, query, counts))
}

export type OrderPage = OrderList & { previous: string | null }

async function readPage(
  db: Db,
  context: RequestContext,
  query: OrdersQuery,
  counts: readonly OrderCountsTable[] | undefined,
): Promise<OrderPage> {
  const sort = query.sort ?? ordersList.sorts[0]
  const source = await createSource(db, context, toFilter(ordersList, query), counts ?? (await listOrderCounts(db)))
  const page = await readKeysetPage<store.FoundOrder>({
    cursor: query.cursor,
    sort,
    keyOf: ({ id, row }) => [row.placedAt, id],
    exampleKey: [0, ''],
    find: (reversed, after, limit) =>
      source.find({ direction: (sort === '-placed') === reversed ? 'asc' : 'desc', after, limit }),
  })
  const count = await source.count()
  const rows = page.rows.map(({ row }) => row)
  const visibleRows = hasPermission(context, 'customers.view_personal') ? rows : rows.map(maskRow)
  return { ...page, rows: visibleRows, count }
}

/** The orders that match a filter. */
async function createSource(
  db: Db,
  context: RequestContext,
  filter: Filter,
  counts: readonly OrderCountsTable[],
): Promise<OrderSource> {
  const comparisons = listComparisons(filter)
  const rest = reduceFilter(filter, (comparison) =>
    comparison.op === 'matches' || isTokenComparison(comparison) ? true : undefined,
  )
  const selection = { ranges: toRanges(rest, counts), timeZone: context.kontor.book.timeZone }
  const text = comparisons.find(({ op }) => op === 'matches')
  const words = text?.op === 'matches' ? ((await resolveSearch(db, context, text.text)) ?? []) : []
  if (text && words.length === 0) return noOrders
  const filters = comparisons.filter(isTokenComparison)
  const search = [...words, ...(await Promise.all(filters.map((each) => toTokenRanges({ db, context }, each))))]
  if (search.length === 0) return listedOrders(db, selection)
  return selection.ranges.length > 0 ? searchOrders(db, search, selection, rest) : noOrders
}

/** The ids of the newest orders with the words of a search, within its bounds. Throws `invalid-input` at `/q` for one that takes too long. */
export async function findOrderIds(context: RequestContext, text: string, limit: number): Promise<string[]> {
  const counts = await listOrderCounts(context.kontor.database.read)
  const filter = toFilter(ordersList, { q: text })
  return withDeadline(context, async (db) => {
    const source = await createSource(db, context, filter, counts)
    const { rows } = await source.find({ direction: 'desc', after: undefined, limit })
    return rows.map(({ id }) => id)
  })
}

async function withDeadline<Result>(
  { kontor: { database } }: RequestContext,
  search: (db: Db) => Promise<Result>,
): Promise<Result> {
  try {
    return await database.readWithDeadline(search)
  } catch (error) {
    if (isStatementTimeout(error)) throw invalidInput({ in: 'query', pointer: '/q', reason: 'search-too-long' })
    throw error
  }
}

/** Filters by what staff set on orders and by the customer, which are found by their tokens. */
const tokenFilters = {
  tag: (_: Filtering, value: string) => [toTagToken(normalizeTag(value))],
  assignee: ({ context: { session } }: Filtering, value: string) => [
    toAssigneeToken(value === ownAssignee && session ? session.user.id : value),
  ],
  // Their own orders, and those of the customers that were merged into this one.
  customer: async ({ db }: Filtering, value: string) => (await findCustomerNumbers(db, value)).map(toCustomerToken),
} as const satisfies Partial<Record<FilterId<typeof ordersList>, unknown>>

interface Filtering {
  db: Db
  context: RequestContext
}

type TokenComparison = Extract<Comparison, { op: 'in' }> & { field: keyof typeof tokenFilters }

const isTokenComparison = (comparison: Comparison): comparison is TokenComparison =>
  comparison.op === 'in' && comparison.field in tokenFilters

async function toTokenRanges(filtering: Filtering, { field, values }: TokenComparison): Promise<TokenRange[]> {
  const tokens = await Promise.all(values.map((value) => tokenFilters[field](filtering, String(value))))
  return tokens.flat().map(exactRange)
}

/** When the oldest order of a tab was placed, ms; null if it is empty. `counts` are those of all orders. */
export const findOldestOfTab = (db: Db, tab: OrderTab, counts: readonly OrderCountsTable[]): Promise<number | null> =>
  // Tabs set no days.
  store.findOldest(db, { ranges: toTabRanges(tab, counts), timeZone: 'UTC' })

/** What a text searches for; undefined if nothing can be found. */
async function resolveSearch(db: Db, context: RequestContext, text: string): Promise<Search | undefined> {
  const canSearchPersonal = hasPermission(context, 'customers.view_personal')
  const number = parseNumberToken(text)
  const tokens = number === undefined ? [] : [number, ...(canSearchPersonal ? [toReferenceToken(text)] : [])]
  const isNumber = tokens.length > 0 && (await store.hasToken(db, tokens))
  return parseSearch(text, canSearchPersonal, isNumber)
}
