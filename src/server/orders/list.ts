import { hasPermission } from '#server/auth/access.ts'
import type { RequestContext } from '#server/context.ts'
import { type Cursor, decodeCursor, encodeCursor } from '#server/cursor.ts'
import type { Db } from '#server/db/database.ts'
import { maskRow } from '#server/orders/masking.ts'
import * as store from '#server/orders/store.ts'
import { exactRange, parseNumberToken, parseSearch } from '#server/orders/search-tokens.ts'
import { countLimit, pageSize } from '#shared/constants.ts'
import type { OrdersQuery } from '#shared/orders/inputs.ts'
import { type OrderTab, orderTabs } from '#shared/orders/tabs.ts'
import type { Count, OrderList } from '#shared/orders/views.ts'
import { invalidInput } from '#shared/problem.ts'
import { addDays, startOfDay } from '#shared/time.ts'

/**
 * One page of orders, with the cursors of both its neighbours. Refuses a cursor that is none or belongs to the other sort. `tabs` are
 * counts that are known already.
 */
export async function readOrders(
  db: Db,
  context: RequestContext,
  query: OrdersQuery,
  tabs?: Record<OrderTab, number>,
): Promise<OrderList & { previous: string | null }> {
  const sort = query.sort ?? '-placed'
  const cursor = query.cursor === undefined ? undefined : parseCursor(query.cursor, sort)
  const filter = await buildFilter(db, context, query)
  if (filter === 'nothing') return { rows: [], next: null, previous: null, count: { exact: 0 } }
  const [page, count] = await Promise.all([
    readPage(db, filter, sort, cursor),
    knownCount(filter, tabs) ?? store.countOrders(db, filter, countLimit + 1),
  ])
  const rows = page.rows.map(({ row }) => row)
  const visibleRows = hasPermission(context, 'customers.view_personal') ? rows : rows.map(maskRow)
  return { rows: visibleRows, next: page.next, previous: page.previous, count: toCount(count) }
}

/** A count that was stopped beyond the limit is no number. */
export const toCount = (counted: number): Count => (counted > countLimit ? { atLeast: countLimit } : { exact: counted })

/** What the query asks for in the store's terms; `nothing` for a search that can find nothing. */
async function buildFilter(
  db: Db,
  context: RequestContext,
  { status, payment, fulfillment, currency, from, to, q }: OrdersQuery,
): Promise<store.OrderFilter | 'nothing'> {
  const { timeZone } = context.kontor.book
  const filter = {
    status,
    payment,
    fulfillment,
    currency,
    from: from && startOfDay(from, timeZone),
    until: to && startOfDay(addDays(to, 1), timeZone),
  } as store.OrderFilter
  if (!q) return filter
  // Who types a number that exists means that order and none whose number begins with it.
  const number = parseNumberToken(q)
  if (number && (await store.hasToken(db, number))) return { ...filter, words: [[exactRange(number)]] }
  const words = parseSearch(q, hasPermission(context, 'customers.view_personal'))
  return words ? { ...filter, words } : 'nothing'
}

type Sort = NonNullable<OrdersQuery['sort']>
type Page = { rows: store.FoundRow[]; next: string | null; previous: string | null }

async function readPage(db: Db, filter: store.OrderFilter, sort: Sort, cursor: Cursor | undefined): Promise<Page> {
  const [forward, backward] = sort === '-placed' ? (['older', 'newer'] as const) : (['newer', 'older'] as const)
  const towards = cursor?.towards ?? forward
  const cursorAfter = ({ id, row }: store.FoundRow, direction: Cursor['towards']): string =>
    encodeCursor({ towards: direction, key: [row.placedAt, `${sort} ${id}`] })
  // One more than shown tells whether there is anything behind.
  const found = await store.findOrderPage(db, filter, towards, cursor && toStoreCursor(cursor), pageSize + 1)
  const hasMore = found.length > pageSize
  // Close to the beginning there would be a short page: show the first one instead.
  if (towards === backward && !hasMore) return readPage(db, filter, sort, undefined)
  const page = found.slice(0, pageSize)
  const rows = towards === backward ? page.toReversed() : page
  const [first, last] = [rows[0], rows.at(-1)]
  return {
    rows,
    next: last && (hasMore || towards === backward) ? cursorAfter(last, forward) : null,
    previous: first && cursor ? cursorAfter(first, backward) : null,
  }
}

function parseCursor(text: string, sort: Sort): Cursor {
  const cursor = decodeCursor(text, [1, 'id'])
  if (!cursor || !String(cursor.key[1]).startsWith(`${sort} `))
    throw invalidInput({ pointer: '/cursor', reason: 'invalid' })
  return cursor
}

const toStoreCursor = ({ towards, key: [placedAt = 0, id = ''] }: Cursor): Cursor => ({
  towards,
  key: [placedAt, String(id).slice(String(id).indexOf(' ') + 1)],
})

/** A filter that a tab sets has been counted with the tabs. */
function knownCount(filter: store.OrderFilter, tabs: Record<OrderTab, number> | undefined): number | undefined {
  if (!tabs || filter.currency?.length || filter.from !== undefined || filter.until !== undefined || filter.words)
    return undefined
  const tab = (Object.keys(orderTabs) as OrderTab[]).find((name) =>
    (['status', 'payment', 'fulfillment'] as const).every((field) =>
      isSameSet(filter[field], orderTabs[name][field] ?? []),
    ),
  )
  return tab && tabs[tab]
}

const isSameSet = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((value) => other.includes(value))
