import { cachedLookup } from '#server/db/cached-query.ts'
import type { Db } from '#server/db/database.ts'
import { compareDays, compileFilter, type FieldCompilers } from '#server/db/list-query.ts'
import type { Tables } from '#server/db/schema.ts'
import type { RowKey } from '#server/keyset-page.ts'
import type { customersList } from '#shared/customers/list.ts'
import { endOfBound, startOfBound } from '#shared/list/day-bounds.ts'
import { type Filter, listComparisons } from '#shared/list/filter.ts'
import type { FilterId } from '#shared/list/list.ts'
import { type RawBuilder, type SelectQueryBuilder, sql, type SqlBool } from 'kysely'

/** The conditions of a list of customers by the field that they are about. */
export interface CustomerSelection {
  conditions: ReadonlyMap<FilterId<typeof customersList>, Filter>
  /** What a search has found, by number. */
  found?: readonly string[]
  currencies: readonly string[]
  timeZone: string
}

/** What customers can be sorted by; each is a column of an index. */
export type SortColumn = 'number' | 'name_sort_key' | 'order_count' | 'last_order_at'

export interface ListedCustomer {
  number: string
  value: string | number
}

interface Slice {
  direction: 'asc' | 'desc'
  /** `[value of the column, number]`. */
  after: RowKey | undefined
  limit: number
}

/** Customers that were neither merged into another one nor removed. */
const selectListed = (db: Db) =>
  db.selectFrom('customers').where('customers.merged_into', 'is', null).where('customers.removed_at', 'is', null)

/** Numbers of customers from one index. */
type Source = SelectQueryBuilder<Tables, 'customers', { number: string }>

/** Up to `limit` customers, some of which match: those to whom one of the conditions applies, read from its index. Undefined if it has none. */
function selectSource(
  db: Db,
  { conditions, found, currencies, timeZone }: CustomerSelection,
  field: FilterId<typeof customersList>,
  limit: number,
): Source | undefined {
  const condition = conditions.get(field) ?? { op: 'and', filters: [] }
  const fields = compilersOf({ found, timeZone })
  const column = columns[field]
  const ofCustomers = selectListed(db)
    .where(compileFilter(condition, fields))
    .$if(column !== undefined, (query) =>
      query.where(isBetween(column ?? 'number', boundsOf(conditions, column, timeZone))),
    )
    .select('customers.number')
    .limit(limit)
  switch (field) {
    case 'search':
      return ofCustomers
    case 'orderCount':
      return ofCustomers.orderBy('order_count')
    case 'lastOrder':
      return ofCustomers.orderBy('last_order_at')
    case 'erased':
      return isErased(condition) ? ofCustomers.orderBy('customers.number') : undefined
    case 'firstOrder':
      return db
        .selectFrom('first_orders')
        .where('currency', 'in', currencies.length > 0 ? currencies : [''])
        .where(
          compileFilter<Tables, 'first_orders'>(condition, {
            firstOrder: compareDays('first_orders.placed_at', timeZone),
          }),
        )
        .select('customer_number as number')
        .limit(limit) as unknown as Source
    case 'importNumber':
      return db
        .selectFrom('customer_profiles')
        .where('import_number', 'in', valuesOf(condition))
        .select('customer_number as number')
        .limit(limit) as unknown as Source
  }
}

const valuesOf = (comparison: Filter): string[] => (comparison.op === 'in' ? comparison.values.map(String) : [])
const isErased = (condition: Filter): boolean => valuesOf(condition).includes('yes')

/** How many customers a condition applies to, counted up to `limit`; undefined if no index has them. */
export async function countSource(
  db: Db,
  selection: CustomerSelection,
  field: FilterId<typeof customersList>,
  limit: number,
): Promise<number | undefined> {
  const source = selectSource(db, selection, field, limit)
  if (!source) return undefined
  const { count } = await db
    .selectFrom(source.as('source'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The customers of a selection among the first `limit` of one of its conditions. */
const selectAmong = (db: Db, selection: CustomerSelection, field: FilterId<typeof customersList>, limit: number) => {
  const source = selectSource(db, selection, field, limit)
  if (!source) throw new Error(`No index has the customers of ${field}`)
  return (
    db
      .selectFrom(source.as('source'))
      // In this order: SQLite would read all customers otherwise.
      .crossJoin('customers')
      .whereRef('customers.number', '=', 'source.number')
      .where('customers.merged_into', 'is', null)
      .where('customers.removed_at', 'is', null)
      .where(compileFilter(toFilter(selection), compilersOf(selection)))
  )
}

/** How many of the first `limit` customers of one condition match. */
export async function countAmong(
  db: Db,
  selection: CustomerSelection,
  field: FilterId<typeof customersList>,
  limit: number,
): Promise<number> {
  const { count } = await selectAmong(db, selection, field, limit)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** A part of the customers of a selection, all of whom are among the first `most` of one condition; they are sorted for it. */
export async function collectCustomers(
  db: Db,
  selection: CustomerSelection,
  { field, most }: { field: FilterId<typeof customersList>; most: number },
  column: SortColumn,
  { direction, after, limit }: Slice,
): Promise<ListedCustomer[]> {
  const value = unindexed(column)
  return selectAmong(db, selection, field, most)
    .select(['customers.number', value.as('value')])
    .$if(after !== undefined, (query) => query.where(isAfter(value, direction, after ?? [])))
    .orderBy('value', direction)
    .orderBy('customers.number', direction)
    .limit(limit)
    .execute()
}

/** A part of the customers of a selection, read in the order of the index of a column, up to the key `until`. */
export async function walkCustomers(
  db: Db,
  selection: CustomerSelection,
  column: SortColumn,
  { direction, after, limit, until }: Slice & { until: RowKey | undefined },
): Promise<ListedCustomer[]> {
  return selectInOrder(db, selection, column, { direction, after, until })
    .where(compileFilter(toFilter(selection), compilersOf(selection)))
    .limit(limit)
    .execute()
}

/** The key that is `distance` customers further in the order of a column, whether they match or not; undefined if the list ends before. */
export async function findKeyAhead(
  db: Db,
  selection: CustomerSelection,
  column: SortColumn,
  { direction, after }: Pick<Slice, 'direction' | 'after'>,
  distance: number,
): Promise<RowKey | undefined> {
  const found = await selectInOrder(db, selection, column, { direction, after, until: undefined })
    .limit(1)
    .offset(distance - 1)
    .executeTakeFirst()
  return found && [found.value, found.number]
}

/** The fields whose conditions are about a column that is sorted by. */
const columns: { [Field in FilterId<typeof customersList>]?: SortColumn } = {
  orderCount: 'order_count',
  lastOrder: 'last_order_at',
}

/** The lowest and the highest value of a column that conditions allow. */
interface Bounds {
  from?: number | undefined
  to?: number | undefined
}

function boundsOf(
  conditions: CustomerSelection['conditions'],
  column: SortColumn | undefined,
  timeZone: string,
): Bounds {
  if (column === 'order_count') {
    const values = valuesOf(conditions.get('orderCount') ?? { op: 'and', filters: [] })
    const from = values.length === 0 || values.includes('none') ? undefined : values.includes('one') ? 1 : 2
    return { from, to: values.length === 0 || values.includes('several') ? undefined : values.includes('one') ? 1 : 0 }
  }
  const days = ['lastOrder' as const, 'firstOrder' as const].flatMap((field) => conditions.get(field) ?? [])
  if (column !== 'last_order_at' || days.length === 0) return {}
  // 0 means no order.
  const bounds: Bounds = { from: 1 }
  for (const comparison of days.flatMap(listComparisons)) {
    // The newest order is not before the first one.
    if (comparison.op === '>=')
      bounds.from = Math.max(bounds.from ?? 0, startOfBound(String(comparison.value), timeZone))
    if (comparison.op === '<=' && comparison.field === 'firstOrder') continue
    if (comparison.op === '<=') bounds.to = endOfBound(String(comparison.value), timeZone) - 1
  }
  return bounds
}

const isBetween = (column: SortColumn, { from, to }: Bounds) => {
  const value = toRef(column)
  if (from !== undefined && to !== undefined) return sql<SqlBool>`${value} >= ${from} and ${value} <= ${to}`
  if (from !== undefined) return sql<SqlBool>`${value} >= ${from}`
  return to === undefined ? sql<SqlBool>`1 = 1` : sql<SqlBool>`${value} <= ${to}`
}

/** Customers between two keys. SQLite looks for one bound at each end only: that of a key lies within those of the conditions. */
function selectInOrder(
  db: Db,
  { conditions, timeZone }: CustomerSelection,
  column: SortColumn,
  { direction, after, until }: Pick<Slice, 'direction' | 'after'> & { until: RowKey | undefined },
) {
  const { from, to } = boundsOf(conditions, column, timeZone)
  const [first, last] = direction === 'asc' ? [after, until] : [until, after]
  return selectListed(db)
    .select(['customers.number', toRef(column).as('value')])
    .where(isBetween(column, { from: first ? undefined : from, to: last ? undefined : to }))
    .$if(after !== undefined, (query) => query.where(isAfter(toRef(column), direction, after ?? [])))
    .$if(until !== undefined, (query) => query.where(isUpTo(column, direction, until ?? [])))
    .$if(column !== 'number', (query) => query.orderBy(toRef(column), direction))
    .orderBy('customers.number', direction)
}

const toRef = (column: SortColumn): RawBuilder<string | number> => sql.ref(`customers.${column}`)

/** As expressions, so that the databases do not look for customers by them. */
const unindexed = (column: SortColumn): RawBuilder<string | number> =>
  column === 'number' || column === 'name_sort_key'
    ? sql`${sql.ref(`customers.${column}`)} || ''`
    : sql`${sql.ref(`customers.${column}`)} + 0`

const isAfter = (value: RawBuilder<string | number>, direction: 'asc' | 'desc', [first = '', second = '']: RowKey) =>
  sql<SqlBool>`(${value}, customers.number) ${sql.raw(direction === 'asc' ? '>' : '<')} (${first}, ${second})`

const isUpTo = (column: SortColumn, direction: 'asc' | 'desc', [first = '', second = '']: RowKey) =>
  sql<SqlBool>`(${toRef(column)}, customers.number) ${sql.raw(direction === 'asc' ? '<=' : '>=')} (${first}, ${second})`

const toFilter = ({ conditions }: CustomerSelection): Filter => ({ op: 'and', filters: [...conditions.values()] })

/** The conditions on rows of `customers`, which look for none of them by an index. */
function compilersOf({
  found = [],
  timeZone,
}: Pick<CustomerSelection, 'timeZone'> & { found?: readonly string[] | undefined }): FieldCompilers<
  FilterId<typeof customersList>,
  Tables,
  'customers'
> {
  const lastOrder = compareDays<Tables, 'customers'>(unindexed('last_order_at') as never, timeZone)
  return {
    search: (eb) => (found.length === 0 ? sql<SqlBool>`1 = 0` : eb('customers.number', 'in', found)),
    orderCount: (eb, comparison) =>
      eb.or(
        valuesOf(comparison).map(
          (value) => sql<SqlBool>`${unindexed('order_count')} ${counts[value] ?? counts['none']}`,
        ),
      ),
    lastOrder: (eb, comparison) => eb.and([sql<SqlBool>`${unindexed('last_order_at')} > 0`, lastOrder(eb, comparison)]),
    firstOrder: (eb, comparison) =>
      eb.exists(
        eb
          .selectFrom('first_orders')
          .select('order_key')
          .whereRef('customer_number', '=', 'customers.number')
          .where((inner) => compareDays<Tables, 'first_orders'>('placed_at', timeZone)(inner as never, comparison)),
      ),
    importNumber: (eb, comparison) =>
      eb.exists(
        eb
          .selectFrom('customer_profiles')
          .select('source')
          .whereRef('customer_number', '=', 'customers.number')
          .where('import_number', 'in', valuesOf(comparison)),
      ),
    erased: (eb, comparison) => eb('erased_at', isErased(comparison) ? 'is not' : 'is', null),
  }
}

const counts: Readonly<Record<string, RawBuilder<unknown>>> = { none: sql`= 0`, one: sql`= 1`, several: sql`> 1` }

/** What a customer is sorted by in a list by name. */
export async function findNameKey(db: Db, number: string): Promise<string> {
  return (await selectNameKey(db, [number]))[0]?.name_sort_key ?? ''
}

const selectNameKey = cachedLookup((db) =>
  db.selectFrom('customers').select('name_sort_key').where('number', '=', '').compile(),
)

/** The currencies of orders, also of those that are not merged into the counts yet. */
export async function listCurrencies(db: Db): Promise<string[]> {
  const rows = await selectCurrencies(db)
  return rows.map(({ currency }) => currency)
}

const selectCurrencies = cachedLookup((db) =>
  db
    .selectFrom('order_counts')
    .select('currency')
    .union(db.selectFrom('order_count_changes').select('currency'))
    .compile(),
)
