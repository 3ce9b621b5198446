import type { Db } from '#server/db/database.ts'
import { compareDays, compileFilter, type FieldCompilers } from '#server/db/list-query.ts'
import type { Tables } from '#server/db/schema.ts'
import type { RowKey } from '#server/list/keyset-page.ts'
import type { customersList } from '#shared/customers/list.ts'
import { endOfBound, startOfBound } from '#shared/list/day-bounds.ts'
import { type Filter, listComparisons } from '#shared/list/filter.ts'
import type { FilterId } from '#shared/list/list.ts'
import { type RawBuilder, sql, type SqlBool } from 'kysely'

export type CustomerField = FilterId<typeof customersList>

/** The conditions of a list of customers by the field that they are about. */
export interface CustomerSelection {
  conditions: ReadonlyMap<CustomerField, Filter>
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

/** A part of a list. */
export interface Slice {
  direction: 'asc' | 'desc'
  /** `[value of the column, number]`. */
  after: RowKey | undefined
  limit: number
}

/** Customers that were neither merged into another one nor removed. */
export const selectListed = (db: Db) =>
  db.selectFrom('customers').where('customers.merged_into', 'is', null).where('customers.removed_at', 'is', null)

/** A customer matches all conditions. */
export const isSelected = (selection: CustomerSelection) => compileFilter(toFilter(selection), compilersOf(selection))

const toFilter = ({ conditions }: CustomerSelection): Filter => ({ op: 'and', filters: [...conditions.values()] })

/** The conditions on rows of `customers`, which look for none of them by an index. */
export function compilersOf({
  found = [],
  timeZone,
}: Pick<CustomerSelection, 'timeZone'> & { found?: readonly string[] | undefined }): FieldCompilers<
  CustomerField,
  Tables,
  'customers'
> {
  const lastOrder = compareDays<Tables, 'customers'>(unindexed('last_order_at'), timeZone)
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
          .where((inner) =>
            compareDays<Tables, 'customers' | 'first_orders'>('placed_at', timeZone)(inner, comparison),
          ),
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

export const valuesOf = (comparison: Filter): string[] => (comparison.op === 'in' ? comparison.values.map(String) : [])
export const isErased = (condition: Filter): boolean => valuesOf(condition).includes('yes')

/** The fields whose conditions are about a column that is sorted by. */
export const sortedColumns: { [Field in CustomerField]?: SortColumn } = {
  orderCount: 'order_count',
  lastOrder: 'last_order_at',
}

/** The lowest and the highest value of a column that conditions allow. */
interface Bounds {
  from?: number | undefined
  to?: number | undefined
}

export function boundsOf(
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

export const isBetween = (column: SortColumn, { from, to }: Bounds) => {
  const value = toRef(column)
  if (from !== undefined && to !== undefined) return sql<SqlBool>`${value} >= ${from} and ${value} <= ${to}`
  if (from !== undefined) return sql<SqlBool>`${value} >= ${from}`
  return to === undefined ? sql<SqlBool>`1 = 1` : sql<SqlBool>`${value} <= ${to}`
}

export const toRef = (column: SortColumn): RawBuilder<string | number> => sql.ref(`customers.${column}`)

/** As expressions, so that the databases do not look for customers by them. */
export const unindexed = (column: SortColumn): RawBuilder<string | number> =>
  column === 'number' || column === 'name_sort_key'
    ? sql`${sql.ref(`customers.${column}`)} || ''`
    : sql`${sql.ref(`customers.${column}`)} + 0`

export const isAfter = (
  value: RawBuilder<string | number>,
  direction: 'asc' | 'desc',
  [first = '', second = '']: RowKey,
) => sql<SqlBool>`(${value}, customers.number) ${sql.raw(direction === 'asc' ? '>' : '<')} (${first}, ${second})`
