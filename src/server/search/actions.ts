import { hasPermission } from '#server/auth/access.ts'
import type { Action, AuthenticatedContext } from '#server/context.ts'
import { findCustomerItems } from '#server/customers/find-items.ts'
import { findEntryItems } from '#server/finance/find-items.ts'
import { findImportItems } from '#server/imports/find-items.ts'
import { findJobItems } from '#server/jobs/find-items.ts'
import { findOrderItems, findSimilarNumbers } from '#server/orders/list/find-items.ts'
import { findUserItems } from '#server/staff/find-items.ts'
import type { Permission } from '#shared/permissions.ts'
import type { FoundItem, FoundItems } from '#shared/search/views.ts'

/** `GET /api/search`: of each kind that the user may see a few, those whose number it is first. */
export const searchEverything: Action<'searchEverything'> = async (context, { text }): Promise<FoundItems> => {
  const ifAllowed = (
    permission: Permission,
    find: (context: AuthenticatedContext, text: string) => Promise<FoundItem[]>,
  ) => (hasPermission(context, permission) ? find(context, text) : [])
  const canViewOrders = hasPermission(context, 'orders.view')
  const findingOrders = canViewOrders
    ? findOrderItems(context, text)
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
  const isMissing = canViewOrders && orders.items.length === 0 && !items.some(({ isExact }) => isExact)
  return {
    items: items.toSorted((a, b) => Number(b.isExact) - Number(a.isExact)),
    similar: isMissing ? await findSimilarNumbers(context, text) : [],
    hasMore: orders.hasMore,
  }
}
