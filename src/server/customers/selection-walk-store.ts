import {
  boundsOf,
  type CustomerSelection,
  isAfter,
  isBetween,
  isSelected,
  type ListedCustomer,
  selectListed,
  type Slice,
  type SortColumn,
  toRef,
} from '#server/customers/selection-query.ts'
import type { Db } from '#server/db/database.ts'
import type { RowKey } from '#server/list/keyset-page.ts'
import { sql, type SqlBool } from 'kysely'

/** A part of the customers of a selection, read in the order of the index of a column, up to the key `until`. */
export async function walkCustomers(
  db: Db,
  selection: CustomerSelection,
  column: SortColumn,
  { direction, after, limit, until }: Slice & { until: RowKey | undefined },
): Promise<ListedCustomer[]> {
  return selectInOrder(db, selection, column, { direction, after, until })
    .where(isSelected(selection))
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

const isUpTo = (column: SortColumn, direction: 'asc' | 'desc', [first = '', second = '']: RowKey) =>
  sql<SqlBool>`(${toRef(column)}, customers.number) ${sql.raw(direction === 'asc' ? '<=' : '>=')} (${first}, ${second})`
