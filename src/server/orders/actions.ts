import type { Action } from '#server/context.ts'
import { toCount } from '#server/list/keyset-page.ts'
import { readOrders } from '#server/orders/list/list.ts'
import { loadOrderView } from '#server/orders/views.ts'
import { ProblemError } from '#shared/problem.ts'

/** `GET /api/orders`. */
export const listOrders: Action<'listOrders'> = async (context, query) => {
  const { rows, next, count } = await readOrders(context, query)
  return { rows, next, count: 'exact' in count ? toCount(count.exact) : count }
}

/** `GET /api/orders/:number`. */
export const getOrder: Action<'getOrder'> = async (context, { number }) => {
  const order = await loadOrderView(context.kontor.database.read, context, number)
  if (!order) throw new ProblemError('not-found', { number })
  return order
}
