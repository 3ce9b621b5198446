import type { Db } from '#server/db/database.ts'
import { compareColumn, compareDays, compileFilter, type FieldCompilers, orderByKey } from '#server/db/list-query.ts'
import type { Tables } from '#server/db/schema.ts'
import { type RowKey } from '#server/keyset-page.ts'
import type { Search, TokenRange } from '#server/orders/search-tokens.ts'
import { rowColumns, toOrderRow } from '#server/orders/store.ts'
import { countLimit } from '#shared/constants.ts'
import type { Filter } from '#shared/list/filter.ts'
import { type FilterId, type TabFilterId, toFilter } from '#shared/list/list.ts'
import { ordersList, type OrderTab } from '#shared/orders/list.ts'
import type { OrderRow } from '#shared/orders/views.ts'
import { addDays, startOfDay } from '#shared/time.ts'
import { type Expression, type ExpressionBuilder, sql, type SqlBool } from 'kysely'

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

/** Up to `limit` orders after a key `[placedAt, id]`, by the time they were placed. */
export async function findOrders(
  db: Db,
  filter: Filter,
  fields: OrderFields,
  { direction, after, limit }: { direction: 'asc' | 'desc'; after: RowKey | undefined; limit: number },
): Promise<FoundOrder[]> {
  const query = db
    .selectFrom('orders')
    .select(rowColumns)
    .where(compileFilter(filter, fieldCompilers(fields)))
    .limit(limit)
  const found = await orderByKey(query, ['placed_at', 'id'], direction, after).execute()
  return found.map((record) => ({ id: record.id, row: toOrderRow(record) }))
}

/** How many orders match, counted up to one above `countLimit`. */
export async function countOrders(db: Db, filter: Filter, fields: OrderFields): Promise<number> {
  const { count } = await db
    .selectFrom(matchingOrders(db, filter, fieldCompilers(fields)).as('counted'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

const matchingOrders = (db: Db, filter: Filter, fields: Fields) =>
  db
    .selectFrom('orders')
    .select('id')
    .where(compileFilter(filter, fields))
    .limit(countLimit + 1)

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

/** How many orders a tab holds, and when the oldest of them was placed, ms; null if it is empty. */
export const loadTabSummary = (db: Db, tab: OrderTab): Promise<{ count: number; oldestAt: number | null }> =>
  db
    .selectFrom('orders')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min<number | null>('placed_at').as('oldestAt')])
    .where(compileFilter(toFilter(ordersList, ordersList.tabs[tab]), tabFields))
    .executeTakeFirstOrThrow()

/** The distinct currencies of all orders; a recursive query finds each with one index lookup. */
export async function listCurrencies(db: Db): Promise<string[]> {
  const { rows } = await sql<{ currency: string }>`
    with recursive found (currency) as (
      select min(currency) from orders
      union all
      select (select min(currency) from orders where orders.currency > found.currency) from found where found.currency is not null
    )
    select currency from found where currency is not null order by currency`.execute(db)
  return rows.map(({ currency }) => currency)
}
