import { hasPermission } from '#server/auth/access.ts'
import type { RequestContext } from '#server/context.ts'
import type { Db } from '#server/db/database.ts'
import type { OrderCountsTable } from '#server/db/schema/orders.ts'
import { isStatementTimeout } from '#server/db/unreachable.ts'
import { readKeysetPage, type RowKey } from '#server/list/keyset-page.ts'
import { listOrderCounts } from '#server/orders/counts.ts'
import { maskRow } from '#server/orders/masking.ts'
import { findKeys } from '#server/orders/export/export-store.ts'
import * as store from '#server/orders/list/list-store.ts'
import { toTabRanges } from '#server/orders/list/list-ranges.ts'
import { createSource } from '#server/orders/list/list-source.ts'
import { directionOf, orderKeys, pickSort } from '#server/orders/list/list-sorts.ts'
import { compileTokenFilter } from '#server/orders/tokens/token-filters.ts'
import type { Search } from '#server/orders/tokens/search-tokens.ts'
import { everyRow, type Filter } from '#shared/list/filter.ts'
import type { QueryValues } from '#shared/list/filter-fields.ts'
import { toFilter } from '#shared/list/list.ts'
import { resolveToday } from '#server/list/resolve-days.ts'
import type { OrdersQuery } from '#shared/orders/inputs.ts'
import { noAssignee, type OrderTab, ordersList } from '#shared/orders/list.ts'
import type { Count } from '#shared/list/count.ts'
import type { OrderList } from '#shared/orders/views.ts'
import { invalidInput, ProblemError } from '#shared/problem.ts'

/**
 * One page of orders with the cursors of both neighboring pages. Throws `invalid-input` for a cursor that is malformed or belongs to
 * another sort, and at `/q` for a search that takes too long. `counts` are the counts of all orders, if the caller has them. Where orders are counted as they change, the count is exact even above `countLimit`.
 */
export async function readOrders(
  context: RequestContext,
  query: OrdersQuery,
  counts?: readonly OrderCountsTable[],
): Promise<OrderPage> {
  const { database } = context.kontor
  if (!looksUpTokens(query)) return readPage(database.read, context, query, counts)
  return withDeadline(context, (db) => readPage(db, context, query, counts))
}

export type OrderPage = OrderList & { previous: string | null }

async function readPage(
  db: Db,
  context: RequestContext,
  query: OrdersQuery,
  counts: readonly OrderCountsTable[] | undefined,
): Promise<OrderPage> {
  const sort = pickSort(context, query)
  const { keyOf, exampleKey } = orderKeys[sort.by]
  const filter = filterOf(context, query)
  const source = await createSource(db, context, filter, counts ?? listOrderCounts(db), sort.by)
  const finding = readKeysetPage<store.FoundOrder>({
    cursor: query.cursor,
    sort: sort.name,
    keyOf,
    exampleKey,
    find: (reversed, after, limit) => source.find({ direction: directionOf(sort, reversed), after, limit }),
  })
  // In parallel, because PostgreSQL can count while it reads the page.
  const [page, count] = await Promise.all([finding, source.count()])
  const rows = page.rows.map(({ row }) => row)
  const visibleRows = hasPermission(context, 'customers.view_personal') ? rows : rows.map(maskRow)
  return { ...page, rows: visibleRows, count }
}

/** The filter of a query; relative days are resolved from today. */
export const filterOf = (context: RequestContext, query: QueryValues): Filter =>
  toFilter(ordersList, resolveToday(context, ordersList, query))

/** Throws `invalid-input` at an unknown value of a filter, before a file or a job begins. `pointer` is the place of the filter in the body of the request. */
export async function requireKnownValues(context: RequestContext, query: QueryValues, pointer = ''): Promise<void> {
  try {
    await compileTokenFilter({ db: context.kontor.database.read, context, currencies: [] }, filterOf(context, query))
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    throw invalidInput(
      ...error.fields.map(({ pointer: name, reason, parameters = {} }) => ({
        pointer: pointer + name,
        reason,
        parameters,
      })),
    )
  }
}

/** Whether finding and counting may look up the tokens of many orders. */
const looksUpTokens = ({ q, not, assignee, buyer }: Pick<OrdersQuery, 'q' | 'not' | 'assignee' | 'buyer'>): boolean =>
  q !== undefined || not.length > 0 || assignee === noAssignee || buyer !== undefined

/** Orders read at once: few enough that other requests run in between, and that their rows are garbage before the collector treats them as long-lived. */
const sliceSize = 250
/** More for searches, because each slice counts the clauses first. */
const searchedSliceSize = 500

/** All orders of a filter, a slice at a time. Throws `invalid-input` at `/q` for a search that takes too long. */
export async function* walkOrders(
  context: RequestContext,
  query: Omit<OrdersQuery, 'cursor'>,
): AsyncGenerator<store.FoundOrder[]> {
  const filter = filterOf(context, query)
  const sort = pickSort(context, query)
  const { keyOf } = orderKeys[sort.by]
  const limit = looksUpTokens(query) ? searchedSliceSize : sliceSize
  const findSlice = async (db: Db, after: RowKey | undefined) => {
    const source = await createSource(db, context, filter, listOrderCounts(db), sort.by)
    return source.find({ direction: directionOf(sort, false), after, limit })
  }
  let after: RowKey | undefined
  for (;;) {
    const { rows, stoppedAt } = await (looksUpTokens(query)
      ? withDeadline(context, (db) => findSlice(db, after))
      : findSlice(context.kontor.database.read, after))
    yield rows
    const last = rows.at(-1)
    if (stoppedAt) after = stoppedAt
    else if (last && rows.length === limit) after = keyOf(last)
    else return
  }
}

/** The orders with these numbers, in this order. */
export async function* walkNumbered(
  { kontor }: RequestContext,
  numbers: readonly string[],
): AsyncGenerator<store.FoundOrder[]> {
  const db = kontor.database.read
  const keys = await findKeys(db, numbers)
  yield store.loadOrders(
    db,
    [...new Set(numbers)].flatMap((number) => keys.get(number) ?? []),
  )
}

/** Throws `invalid-input` at the first number that no order has. */
export async function requireNumbered({ kontor }: RequestContext, numbers: readonly string[]): Promise<void> {
  if (numbers.length === 0) return
  const keys = await findKeys(kontor.database.read, numbers)
  const index = numbers.findIndex((number) => !keys.has(number))
  if (index >= 0)
    throw invalidInput({
      pointer: `/orders/${index}`,
      reason: 'no-such-order',
      parameters: { number: numbers[index] ?? '' },
    })
}

/** How many orders match a query; a lower bound if a single request cannot count them all. */
export async function countMatching(context: RequestContext, query: OrdersQuery): Promise<Count> {
  return withDeadline(context, async (db) => {
    const source = await createSource(db, context, filterOf(context, query), listOrderCounts(db))
    return source.count('thorough')
  })
}

/** The ids of the newest orders that a text finds, within the limits of a search. Throws `invalid-input` at `/q` for a search that takes too long. */
export async function findOrderIds(context: RequestContext, text: string, limit: number): Promise<string[]> {
  const orders = await findFirst(context, toFilter(ordersList, { q: text }), limit)
  return orders.map(({ id }) => id)
}

/** The customers of the newest orders that match a search, in the order of these. Limits and errors are those of `findOrderIds`. */
export async function findCustomersByTokens(context: RequestContext, search: Search, limit: number): Promise<string[]> {
  return listCustomerNumbers(await findFirst(context, everyRow, limit, search))
}

/** The numbers of the customers of orders, each once. */
export const listCustomerNumbers = (orders: readonly store.FoundOrder[]): string[] => [
  ...new Set(orders.flatMap(({ customerNumber }) => customerNumber ?? [])),
]

/** The newest orders of a query, masked for users who may not see personal data. Throws like `findOrderIds`, and `invalid-input` at an unknown value of a filter. */
export async function findNewest(
  context: RequestContext,
  query: QueryValues,
  limit: number,
): Promise<store.FoundOrder[]> {
  const orders = await findFirst(context, filterOf(context, query), limit)
  const isPersonal = hasPermission(context, 'customers.view_personal')
  return isPersonal ? orders : orders.map((order) => ({ ...order, row: maskRow(order.row) }))
}

async function findFirst(context: RequestContext, filter: Filter, limit: number, search: Search = []) {
  return withDeadline(context, async (db) => {
    const source = await createSource(db, context, filter, listOrderCounts(db), 'placed', search)
    const { rows } = await source.find({ direction: 'desc', after: undefined, limit })
    return rows
  })
}

/** Runs a search with the deadline of PostgreSQL. Throws `invalid-input` at `/q` for a search that takes too long. */
export async function withDeadline<Result>(
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

/** When the oldest order of a tab was placed, ms; null if it is empty. `counts` are the counts of all orders. */
export const findOldestOfTab = (db: Db, tab: OrderTab, counts: readonly OrderCountsTable[]): Promise<number | null> =>
  // Tabs set no days.
  store.findOldest(db, { ranges: toTabRanges(tab, counts), timeZone: 'UTC' })

/** How many orders a list without words has, for its link. */
export async function countListed(
  context: RequestContext,
  query: QueryValues,
  counts: readonly OrderCountsTable[],
): Promise<Count> {
  const source = await createSource(context.kontor.database.read, context, filterOf(context, query), counts)
  return source.count()
}
