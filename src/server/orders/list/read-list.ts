import type { RequestContext } from '#server/context.ts'
import type { OrderCountsTable } from '#server/db/schema/orders.ts'
import { cacheUntilCommit } from '#server/db/cache-until-commit.ts'
import { listOrderCounts } from '#server/orders/counts.ts'
import { type OrderPage, readOrders } from '#server/orders/list/list.ts'
import { countTabs, toCurrencies } from '#server/orders/list/list-ranges.ts'
import { emptyPage, readSearchErrors } from '#server/list/query-errors.ts'
import { parseNumberToken } from '#server/orders/tokens/search-tokens.ts'
import { listNumberTokens, toNumberToken } from '#server/orders/tokens/search-words.ts'
import { findQueryErrors } from '#shared/list/query-text.ts'
import type { OrdersQuery } from '#shared/orders/inputs.ts'
import { ordersList } from '#shared/orders/list.ts'
import type { OrdersPageQuery } from '#shared/orders/page-query.ts'
import type { OrderRow } from '#shared/orders/views.ts'
import type { OrdersView } from '#shared/orders/page-views.ts'
import type { FieldError } from '#shared/problem.ts'

/** A page of the list with the counts of its tabs; an empty page if the list of customers is shown instead. */
export async function readListWithCounts(
  context: RequestContext,
  query: OrdersQuery & Pick<OrdersPageQuery, 'customers'>,
) {
  const { counts, ...ofAll } = await readCounts(context.kontor.database.read)
  if (query.customers !== undefined) return { ...ofAll, queryErrors: [], page: emptyPage }
  return { ...ofAll, ...(await readList(context, query, counts)) }
}

const readCounts = cacheUntilCommit(async (db) => {
  const counts = await listOrderCounts(db)
  return { counts, tabs: countTabs(counts), currencies: toCurrencies(counts) }
})

/** A page of the list, or an empty page with the errors of the query. */
async function readList(
  context: RequestContext,
  query: OrdersQuery,
  counts?: readonly OrderCountsTable[],
): Promise<{ queryErrors: FieldError[]; page: OrderPage }> {
  const queryErrors = findQueryErrors(ordersList, query)
  if (queryErrors.length > 0) return { queryErrors, page: emptyPage }
  try {
    return { queryErrors, page: await readOrders(context, query, counts) }
  } catch (error) {
    return { queryErrors: readSearchErrors(error), page: emptyPage }
  }
}

/** The orders before and after the page, if the open order is its first or last, for the links to the previous and next order. */
export async function findNeighbors(
  context: RequestContext,
  query: OrdersQuery,
  { rows, previous, next }: OrderPage,
  number: string | undefined,
): Promise<OrdersView['neighbors']> {
  const readAt = async (cursor: string): Promise<string[]> =>
    (await readList(context, { ...query, cursor })).page.rows.map((row) => row.number)
  const findPrevious = async (cursor: string): Promise<string | null> => {
    const numbers = await readAt(cursor)
    // Near the beginning, the page before is the first page, which may contain this row and some after it.
    const index = numbers.indexOf(number ?? '')
    return (index < 0 ? numbers.at(-1) : numbers[index - 1]) ?? null
  }
  const isOpen = (row: OrderRow | undefined): boolean => row !== undefined && row.number === number
  return {
    previous: previous !== null && isOpen(rows[0]) ? await findPrevious(previous) : null,
    next: next !== null && isOpen(rows.at(-1)) ? ((await readAt(next))[0] ?? null) : null,
  }
}

/** The number of the only order found whose number, or number in the shop, is the searched text; undefined if there are several or none. */
export function findSearchedOrder(rows: readonly OrderRow[], search = ''): string | undefined {
  if (parseNumberToken(search) === undefined) return undefined
  const tokens = listNumberTokens(search)
  const [order, ...others] = rows.filter((row) =>
    [row.number, row.externalNumber].some((number) => tokens.includes(toNumberToken(number))),
  )
  return others.length === 0 ? order?.number : undefined
}
