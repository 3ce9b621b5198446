import { inTransaction } from '#server/auth/access.ts'
import type { Action } from '#server/context.ts'
import { recordEvents } from '#server/events/events.ts'
import { findOrder } from '#server/orders/find-order.ts'
import type { Address } from '#shared/orders/views.ts'
import { ProblemError } from '#shared/problem.ts'

/** `POST /api/orders/:number/reveals`: the personal data of one order in full, for users who otherwise see it masked. Each call is recorded. */
export const revealOrder: Action<'revealOrder'> = (context, { number }) =>
  inTransaction(context, async (transaction) => {
    const order = await findOrder(transaction, number)
    if (!order) throw new ProblemError('not-found', { number })
    await recordEvents(transaction, context, {
      action: 'customer.revealed',
      objectType: 'order',
      objectId: order.id,
      objectLabel: order.number,
    })
    return {
      number,
      customerName: order.customer_name,
      email: order.email,
      phone: order.phone,
      note: order.note,
      shippingAddress: JSON.parse(order.shipping_address) as Address,
      billingAddress: JSON.parse(order.billing_address) as Address,
    }
  })
