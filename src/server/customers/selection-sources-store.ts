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
import type { AliasableExpression } from 'kysely'

/** Numbers of customers from one index. */
type Source = AliasableExpression<{ number: string }>

/** Up to `limit` customers, some of which match: those to whom one of the conditions applies, read from its index. Undefined if it has none. */
function selectSource(
  db: Db,
  { conditions, found, currencies, timeZone }: CustomerSelection,
  field: CustomerField,
  limit: number,
): Source | undefined {
  const condition = conditions.get(field) ?? { op: 'and', filters: [] }
  const fields = compilersOf({ found, timeZone })
  const column = sortedColumns[field]
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
        .limit(limit)
    case 'importNumber':
      return db
        .selectFrom('customer_profiles')
        .where('import_number', 'in', valuesOf(condition))
        .select('customer_number as number')
        .limit(limit)
  }
}

/** How many customers a condition applies to, counted up to `limit`; undefined if no index has them. */
export async function countSource(
  db: Db,
  selection: CustomerSelection,
  field: CustomerField,
  limit: number,
): Promise<number | undefined> {
  const source = selectSource(db, selection, field, limit)
  if (!source) return undefined
  const counting = db.selectFrom(source.as('source')).select(({ fn }) => fn.countAll<number>().as('count'))
  const [counted] = await runQuery(db, counting, isIndexRange(field))
  return counted?.count ?? 0
}

/** The customers of a selection among the first `limit` of one of its conditions. */
const selectAmong = (db: Db, selection: CustomerSelection, field: CustomerField, limit: number) => {
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
      .where(isSelected(selection))
  )
}

/** How many of the first `limit` customers of one condition match. */
export async function countAmong(
  db: Db,
  selection: CustomerSelection,
  field: CustomerField,
  limit: number,
): Promise<number> {
  const counting = selectAmong(db, selection, field, limit).select(({ fn }) => fn.countAll<number>().as('count'))
  const [counted] = await runQuery(db, counting, isIndexRange(field))
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
  const collecting = selectAmong(db, selection, field, most)
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
