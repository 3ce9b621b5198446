import { lowerCaseSpellings } from '#server/db/lower-case.ts'
import { compareColumn, compareDays, compileFilter, type FieldCompilers } from '#server/db/list-query.ts'
import type { Tables } from '#server/db/schema.ts'
import { tokenFields } from '#server/orders/tokens/token-filters.ts'
import type { Filter } from '#shared/list/filter.ts'
import type { FilterId } from '#shared/list/list.ts'
import type { ordersList } from '#shared/orders/list.ts'
import { type ReferenceExpression, sql } from 'kysely'

type Fields = FieldCompilers<FilterId<typeof ordersList>, Tables, 'orders'>
type FilteredColumn = 'archived' | 'currency' | 'status' | 'payment_status' | 'fulfillment_status' | 'placed_at'
type Reference = (column: FilteredColumn) => ReferenceExpression<Tables, 'orders'>

/** A filter without words as a `where` condition on orders. */
export const compileOrderFilter = (filter: Filter, timeZone: string) =>
  compileFilter(filter, { ...compileFields(timeZone, byIndex), total_minor: compareTotal })

/** The same for orders that are read in the order of an index; written so that the databases use no other index. */
export const compileFilterInOrder = (filter: Filter, timeZone: string) =>
  compileFilter(filter, compileFields(timeZone, withoutIndex))

/** As an expression, so that the databases do not use the index of totals: the orders of an amount filter are found by an `AmountRange`, or read in the order of another index. */
const compareTotal = compareColumn<Tables, 'orders'>(sql<number>`orders.total_minor + 0`)

// Qualified, because tokens have a placed_at, too.
const byIndex: Reference = (column) => `orders.${column}`

const withoutIndex: Reference = (column) =>
  column === 'archived' || column === 'placed_at' ? sql`${sql.ref(column)} + 0` : sql`${sql.ref(column)} || ''`

const searchedByTokens = (): never => {
  throw new Error('Searched by searchOrders')
}

const compileFields = (timeZone: string, toReference: Reference): Fields => ({
  archived: (eb, comparison) =>
    eb(
      toReference('archived'),
      'in',
      comparison.op === 'in' ? comparison.values.map((value) => (value === 'yes' ? 1 : 0)) : [],
    ),
  currency: compareColumn(toReference('currency')),
  status: compareColumn(toReference('status')),
  payment: compareColumn(toReference('payment_status')),
  fulfillment: compareColumn(toReference('fulfillment_status')),
  ...(Object.fromEntries(tokenFields.map((field) => [field, searchedByTokens])) as Record<
    (typeof tokenFields)[number],
    typeof searchedByTokens
  >),
  search: searchedByTokens,
  buyer: searchedByTokens,
  sku: (eb, comparison) =>
    eb.exists(
      eb
        .selectFrom('order_lines')
        .select('order_lines.id')
        .whereRef('order_lines.order_id', '=', 'orders.id')
        .where(
          ({ fn }) => fn<string>('lower', ['order_lines.sku']),
          'in',
          comparison.op === 'in' ? comparison.values.flatMap((sku) => lowerCaseSpellings(String(sku))) : [],
        ),
    ),
  not: () => {
    throw new Error('An exclusion is the negation of other filters')
  },
  placed: compareDays(toReference('placed_at'), timeZone),
})
