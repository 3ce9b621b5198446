import type { Db } from '#server/db/database.ts'
import {
  compareColumn,
  compareDays,
  compileFilter,
  type FieldCompilers,
  mergeRanges,
  startAfterKey,
} from '#server/db/list-query.ts'
import type { Tables } from '#server/db/schema.ts'
import { type RowKey, toCount } from '#server/keyset-page.ts'
import { type OrderRange, sumRanges } from '#server/orders/list-ranges.ts'
import type { Search, TokenRange } from '#server/orders/search-tokens.ts'
import { rowColumns, toOrderRow } from '#server/orders/store.ts'
import { countLimit } from '#shared/constants.ts'
import { matchesEveryRow } from '#shared/list/filter.ts'
import type { FilterId, TabFilterId } from '#shared/list/list.ts'
import type { ordersList } from '#shared/orders/list.ts'
import type { OrderStatus } from '#shared/orders/order.ts'
import type { Count, OrderRow } from '#shared/orders/views.ts'
import { addDays, startOfDay } from '#shared/time.ts'
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'

type Fields = FieldCompilers<FilterId<typeof ordersList>, Tables, 'orders'>
type TabFields = FieldCompilers<TabFilterId<typeof ordersList>, Tables, 'orders'>

/** What the compilers of the list's fields need. */
export interface OrderFields {
  timeZone: string
  /** The parsed search of each search text; `undefined` for a text that cannot match anything. */
  searches: ReadonlyMap<string, Search | undefined>
}

/** The filters that tabs may set. They need neither the time zone nor the search. */
const tabFields: TabFields = {
  payment: compareColumn('payment_status'),
  fulfillment: compareColumn('fulfillment_status'),
}

const fieldCompilers = ({ timeZone, searches }: OrderFields): Fields => ({
  ...tabFields,
  search: (eb, comparison) =>
    comparison.op === 'matches' ? hasTokens(eb, searches.get(comparison.text)) : eb.lit(false),
  placed: compareDays(
    'placed_at',
    (day) => startOfDay(day, timeZone),
    (day) => addDays(day, 1),
  ),
})

function hasTokens(eb: ExpressionBuilder<Tables, 'orders'>, search: Search | undefined): Expression<SqlBool> {
  if (!search) return eb.lit(false)
  return eb.and(search.map((ranges) => eb('id', 'in', orderIdsWithToken(eb, ranges))))
}

const orderIdsWithToken = (eb: ExpressionBuilder<Tables, 'orders'>, ranges: readonly TokenRange[]) =>
  eb
    .selectFrom('order_tokens')
    .select('order_id')
    .where((token) =>
      token.or(ranges.map(({ from, to }) => token.and([token('token', '>=', from), token('token', '<', to)]))),
    )

/** A row of the list with its id, which is part of the cursor's key. */
export interface FoundOrder {
  id: string
  row: OrderRow
}

/** Up to `limit` orders of the ranges after a key `[placedAt, id]`, by the time they were placed. */
export async function findOrders(
  db: Db,
  ranges: readonly OrderRange[],
  fields: OrderFields,
  { direction, after, limit }: { direction: 'asc' | 'desc'; after: RowKey | undefined; limit: number },
): Promise<FoundOrder[]> {
  const merged = mergeRanges(
    ranges.map((range) => startAfterKey(ordersIn(db, range, fields).select(rowColumns), key, direction, after)),
  )
  if (!merged) return []
  const found = await merged.orderBy('placed_at', direction).orderBy('id', direction).limit(limit).execute()
  return found.map((record) => ({ id: record.id, row: toOrderRow(record) }))
}

const key = ['placed_at', 'id'] as const

/** How many orders of the ranges match: exactly as they are counted, or up to one above `countLimit` where they must be looked at. */
export async function countOrders(db: Db, ranges: readonly OrderRange[], fields: OrderFields): Promise<Count> {
  if (ranges.every(({ filter }) => matchesEveryRow(filter))) return { exact: sumRanges(ranges) }
  const matching = mergeRanges(ranges.map((range) => ordersIn(db, range, fields).select('id')))
  if (!matching) return { exact: 0 }
  const { count } = await db
    .selectFrom(matching.limit(countLimit + 1).as('counted'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return toCount(count)
}

function ordersIn(db: Db, { values, filter }: OrderRange, fields: OrderFields) {
  const matching = db.selectFrom('orders').where(compileFilter(filter, fieldCompilers(fields)))
  return Object.entries(values).reduce(
    (query, [column, value]) => query.where(column as 'status', '=', value as OrderStatus),
    matching,
  )
}

/** Whether any order has exactly one of these tokens. */
export async function hasToken(db: Db, tokens: readonly string[]): Promise<boolean> {
  const found = await db
    .selectFrom('order_tokens')
    .select('token')
    .where('token', 'in', tokens)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
