import { createOperatorContext, type Kontor, type RequestContext } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { loadOrderView } from '#server/orders/views.ts'
import type { DeliveryRecord } from '#server/webhooks/delivery-store.ts'
import type { Permission } from '#shared/permissions.ts'
import { noLimits } from '#shared/roles/limits.ts'
import type { WebhookEvent } from '#shared/webhooks/webhooks.ts'

/** What is sent for a delivery, with the order as it is now: the JSON that every attempt sends. */
export async function composeEvent(
  transaction: Transaction,
  kontor: Kontor,
  { event_id: id, topic: type, created_at: at, order_number, order_id }: DeliveryRecord,
  includesPersonal: boolean,
): Promise<string> {
  const context = createReaderContext(kontor, includesPersonal)
  const order = order_id === null ? null : ((await loadOrderView(transaction, context, order_number)) ?? null)
  return JSON.stringify({
    ...{ id, type, at },
    number: order_id === null ? null : order_number,
    order,
  } satisfies WebhookEvent)
}

/** The context of a token that may read orders, and the data of customers if the webhook includes it; nothing else. */
function createReaderContext(kontor: Kontor, includesPersonal: boolean): RequestContext {
  const permissions: Permission[] = includesPersonal ? ['orders.view', 'customers.view_personal'] : ['orders.view']
  const user = {
    id: '',
    name: '',
    email: '',
    role: '',
    roleName: '',
    locale: 'en',
    permissions,
    limits: noLimits,
  } as const
  return {
    ...createOperatorContext(kontor),
    session: { id: '', user, loggedInAt: 0, verifiedAt: 0, token: { name: '' } },
  }
}
