import { hasPermission } from '#server/auth/access.ts'
import type { Action, AuthenticatedContext } from '#server/context.ts'
import { findCustomerItems } from '#server/customers/find-items.ts'
import { findEntryItems } from '#server/finance/find-items.ts'
import { findImportItems } from '#server/imports/find-items.ts'
import { findJobItems } from '#server/jobs/find-items.ts'
import { findOrderItems, findSimilarNumbers } from '#server/orders/list/find-items.ts'
import { findUserItems } from '#server/staff/find-items.ts'
import type { Permission } from '#shared/permissions.ts'
import { readSearchErrors } from '#server/list/query-errors.ts'
import type { QueryValues } from '#shared/list/filter-fields.ts'
import { expandQueryText, findQueryErrors } from '#shared/list/query-text.ts'
import { ordersList } from '#shared/orders/list.ts'
import { type FieldError, invalidInput } from '#shared/problem.ts'
import type { FoundItem, FoundItems } from '#shared/search/views.ts'

/**
 * `GET /api/search`: of each kind that the user may see a few, those whose number it is first. A text with filters, such as `status:open 张三`, finds orders alone. Throws `invalid-input` at `/text`
 * for a filter that is not understood, and for a search that takes too long.
 */
export const searchEverything: Action<'searchEverything'> = async (context, { text }): Promise<FoundItems> => {
  const canViewOrders = hasPermission(context, 'orders.view')
  const query = canViewOrders ? parseText(text) : { q: text }
  const isOfOrders = Object.keys(query).some((name) => name !== 'q' && query[name] !== undefined)
  const ifAllowed = (
    permission: Permission,
    find: (context: AuthenticatedContext, text: string) => Promise<FoundItem[]>,
  ) => (!isOfOrders && hasPermission(context, permission) ? find(context, text) : [])
  const findingOrders = canViewOrders
    ? findOrderItems(context, query).catch(throwAtText)
    : Promise.resolve({ items: [], customers: [], hasMore: false })
  // In parallel, because each statement is a round trip to PostgreSQL.
  const [orders, ...others] = await Promise.all([
    findingOrders,
    ifAllowed('orders.view', () => findCustomerItems(context, text, findingOrders)),
    ifAllowed('users.view', findUserItems),
    ifAllowed('finance.view', findEntryItems),
    ifAllowed('orders.import', findImportItems),
    ifAllowed('orders.bulk', findJobItems),
  ])
  const items = [...orders.items, ...others.flat()]
  // As in the list of orders, a number is only taken for a mistyped one if no order has it.
  const isMissing = canViewOrders && !isOfOrders && orders.items.length === 0 && !items.some(({ isExact }) => isExact)
  return {
    items: items.toSorted((a, b) => Number(b.isExact) - Number(a.isExact)),
    similar: isMissing ? await findSimilarNumbers(context, text) : [],
    hasMore: orders.hasMore,
  }
}

/** The text as a query of the list of orders. */
function parseText(text: string): QueryValues {
  const query = expandQueryText(ordersList, { q: text })
  const errors = findQueryErrors(ordersList, query)
  if (errors.length > 0) throw invalidInput(...errors.map(atText))
  return query
}

/** Throws an error of a query of orders as one of the text. */
function throwAtText(error: unknown): never {
  throw invalidInput(...readSearchErrors(error).map(atText))
}

const atText = (error: FieldError): FieldError => ({ ...error, in: 'query', pointer: '/text' })
