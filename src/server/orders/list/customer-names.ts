import { hasPermission } from '#server/auth/access.ts'
import type { RequestContext } from '#server/context.ts'
import { maskName } from '#server/orders/masking.ts'

/** The names of the customers of orders by the number of the order, masked for users who may not see them. */
export async function findCustomerNames(
  context: RequestContext,
  numbers: readonly string[],
): Promise<Map<string, string>> {
  if (numbers.length === 0) return new Map()
  const rows = await context.kontor.database.read
    .selectFrom('orders')
    .select(['number', 'customer_name'])
    .where('number', 'in', numbers)
    .execute()
  const canView = hasPermission(context, 'customers.view_personal')
  return new Map(rows.map(({ number, customer_name: name }) => [number, canView ? name : maskName(name)]))
}
