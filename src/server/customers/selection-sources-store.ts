import {
  boundsOf,
  compilersOf,
  type CustomerField,
  type CustomerSelection,
  isAfter,
  isBetween,
  isErased,
  isSelected,
  type ListedCustomer,
  selectListed,
  type Slice,
  type SortColumn,
  sortedColumns,
  unindexed,
  valuesOf,
} from '#server/customers/selection-query.ts'
import type { Db } from '#server/db/database.ts'
import { compareDays, compileFilter } from '#server/db/list-query.ts'
import { runQuery } from '#server/db/lookup.ts'
import type { Tables } from '#server/db/schema.ts'
import type { CustomerRecord } from '#server/db/schema/customers.ts'
import type { AliasableExpression } from 'kysely'

/** The columns that all conditions and sorts are about. The indexes of the list have them as well, except for the name, so that no other row is read. */
const selectColumns = (db: Db, sortedBy: SortColumn) =>
  selectListed(db)
    .select(['customers.number', 'customers.order_count', 'customers.last_order_at', 'customers.erased_at'])
    .$if(sortedBy === 'name_sort_key', (query) => query.select('customers.name_sort_key'))

type ListedColumns = Pick<CustomerRecord, 'number' | 'order_count' | 'last_order_at' | 'erased_at'>

/** Up to `limit` customers to whom one of the conditions applies, read from its index. Undefined for a condition about other tables, and for one that has no index. */
function selectCustomers(
  db: Db,
  { conditions, found, timeZone }: CustomerSelection,
  field: CustomerField,
  { limit, sortedBy }: SourceOptions,
) {
  const condition = conditions.get(field) ?? { op: 'and', filters: [] }
  const column = sortedColumns[field]
  const customers = selectColumns(db, sortedBy)
    .where(compileFilter(condition, compilersOf({ found, timeZone })))
    .$if(column !== undefined, (query) =>
      query.where(isBetween(column ?? 'number', boundsOf(conditions, column, timeZone))),
    )
    .limit(limit)
  switch (field) {
    case 'search':
      return customers
    case 'orderCount':
      return customers.orderBy('order_count')
    case 'lastOrder':
      return customers.orderBy('last_order_at')
    case 'erased':
      return isErased(condition) ? customers.orderBy('customers.number') : undefined
    case 'firstOrder':
    case 'importNumber':
      return undefined
  }
}

interface SourceOptions {
  limit: number
  sortedBy: SortColumn
}

/** The same for a condition about another table, which has the numbers. */
function selectNumbers(
  db: Db,
  { conditions, currencies, timeZone }: CustomerSelection,
  field: CustomerField,
  limit: number,
): AliasableExpression<{ number: string }> | undefined {
  const condition = conditions.get(field) ?? { op: 'and', filters: [] }
  if (field === 'firstOrder')
    return db
      .selectFrom('first_orders')
      .where('currency', 'in', currencies.length > 0 ? currencies : [''])
      .where(
        compileFilter<Tables, 'first_orders'>(condition, {
          firstOrder: compareDays('first_orders.placed_at', timeZone),
        }),
      )
      .select('customer_number as number')
      .limit(limit)
  if (field === 'importNumber')
    return db
      .selectFrom('customer_profiles')
      .where('import_number', 'in', valuesOf(condition))
      .select('customer_number as number')
      .limit(limit)
  return undefined
}

/** How many customers a condition applies to, counted up to `limit`; undefined if no index has them. */
export async function countSource(
  db: Db,
  selection: CustomerSelection,
  field: CustomerField,
  limit: number,
): Promise<number | undefined> {
  const numbers =
    selectNumbers(db, selection, field, limit) ?? selectCustomers(db, selection, field, { limit, sortedBy: 'number' })
  if (!numbers) return undefined
  const counting = db.selectFrom(numbers.as('source')).select(({ fn }) => fn.countAll<number>().as('count'))
  const [counted] = await runQuery(db, counting, isIndexRange(field))
  return counted?.count ?? 0
}

/** The customers of a selection among the first `limit` of one of its conditions. */
function selectAmong(db: Db, selection: CustomerSelection, field: CustomerField, options: SourceOptions) {
  const numbers = selectNumbers(db, selection, field, options.limit)
  const customers: AliasableExpression<ListedColumns> | undefined = numbers
    ? // In this order: SQLite would read all customers otherwise.
      db
        .selectFrom(numbers.as('source'))
        .crossJoin(selectColumns(db, options.sortedBy).as('customers'))
        .whereRef('customers.number', '=', 'source.number')
        .selectAll('customers')
    : selectCustomers(db, selection, field, options)
  if (!customers) throw new Error(`No index has the customers of ${field}`)
  return db.selectFrom(customers.as('customers')).where(isSelected(selection))
}

/** How many of the first `limit` customers of one condition match. */
export async function countAmong(
  db: Db,
  selection: CustomerSelection,
  field: CustomerField,
  limit: number,
): Promise<number> {
  const among = selectAmong(db, selection, field, { limit, sortedBy: 'number' })
  const [counted] = await runQuery(
    db,
    among.select(({ fn }) => fn.countAll<number>().as('count')),
    isIndexRange(field),
  )
  return counted?.count ?? 0
}

/** A part of the customers of a selection, all of whom are among the first `most` of one condition; they are sorted for it. */
export async function collectCustomers(
  db: Db,
  selection: CustomerSelection,
  { field, most }: { field: CustomerField; most: number },
  column: SortColumn,
  { direction, after, limit }: Slice,
): Promise<ListedCustomer[]> {
  const value = unindexed(column)
  const collecting = selectAmong(db, selection, field, { limit: most, sortedBy: column })
    .select(['customers.number', value.as('value')])
    .$if(after !== undefined, (query) => query.where(isAfter(value, direction, after ?? [])))
    .orderBy('value', direction)
    .orderBy('customers.number', direction)
    .limit(limit)
  return runQuery(db, collecting, isIndexRange(field))
}

/**
 * Whether a condition is a range of an index. For the values of one, PostgreSQL takes the conditions on its column for several that few customers meet,
 * and sorts all customers instead.
 */
const isIndexRange = (field: CustomerField): boolean => sortedColumns[field] !== undefined
