import { hasPermission, inTransaction } from '#server/auth/access.ts'
import type { Action, AuthenticatedContext } from '#server/context.ts'
import { afterCommit } from '#server/db/after-commit.ts'
import type { Db } from '#server/db/database.ts'
import { newId } from '#server/db/id.ts'
import * as deliveries from '#server/webhooks/delivery-store.ts'
import { createSequences } from '#server/webhooks/queue-deliveries.ts'
import * as store from '#server/webhooks/store.ts'
import { parseAttempts, toDeliveryRow } from '#server/webhooks/webhook-views.ts'
import { ProblemError } from '#shared/problem.ts'
import { testTopic } from '#shared/webhooks/topics.ts'
import type { DeliveryState } from '#shared/webhooks/webhooks-list.ts'
import type { DeliveryList, DeliveryView } from '#shared/webhooks/webhooks.ts'

const pageSize = 25

/** `POST /api/webhooks/:webhook/tests`: an event without an order. */
export const testWebhook: Action<'testWebhook'> = (context, { webhook: webhookId }) =>
  inTransaction(context, async (transaction) => {
    if (!(await store.findWebhook(transaction, webhookId))) throw new ProblemError('not-found')
    const { kontor } = context
    const [id, now] = [newId(), kontor.now()]
    await deliveries.insertDeliveries(transaction, [
      {
        id,
        webhook_id: webhookId,
        event_id: newId(),
        topic: testTopic,
        order_id: null,
        order_number: '',
        sequence: 1,
        state: 'waiting',
        next_attempt_at: now,
        created_at: now,
      },
    ])
    afterCommit(transaction, () => kontor.webhooks?.wake())
    return toDeliveryRow(await requireDelivery(transaction, webhookId, id))
  })

/** `GET /api/webhooks/:webhook/deliveries`. */
export const listDeliveries: Action<'listDeliveries'> = async ({ kontor }, { webhook, deliveryState, before }) => {
  const { read } = kontor.database
  if (!(await store.findWebhook(read, webhook))) throw new ProblemError('not-found')
  return readDeliveries(read, webhook, { state: deliveryState, before })
}

/** A page of the deliveries of a webhook, newest first. */
export async function readDeliveries(
  db: Db,
  webhookId: string,
  { state, before }: { state: DeliveryState | undefined; before: string | undefined },
): Promise<DeliveryList> {
  const found = await deliveries.listDeliveries(db, webhookId, { state, before, limit: pageSize + 1 })
  const rows = found.slice(0, pageSize).map(toDeliveryRow)
  return { rows, next: found.length > pageSize ? (rows.at(-1)?.id ?? null) : null }
}

/** `GET /api/webhooks/:webhook/deliveries/:delivery`. */
export const getDelivery: Action<'getDelivery'> = async (context, { webhook, delivery }) => {
  const found = await readDelivery(context, webhook, delivery)
  if (!found) throw new ProblemError('not-found')
  return found
}

/** A delivery with what was sent; without that for users who may not see the data of customers that is in it. */
export async function readDelivery(
  context: AuthenticatedContext,
  webhookId: string,
  id: string,
): Promise<DeliveryView | undefined> {
  const { read } = context.kontor.database
  const webhook = await store.findWebhook(read, webhookId)
  const delivery = webhook && (await deliveries.findDelivery(read, webhookId, id))
  if (!delivery) return undefined
  return {
    ...toDeliveryRow(delivery),
    payload: hasPermission(context, 'customers.view_personal') ? delivery.payload : null,
    attempts: parseAttempts(delivery.log),
  }
}

/** `POST …/deliveries/:delivery/attempts`: sends the same event again, after what waits of its order; one that waits, now. */
export const resendDelivery: Action<'resendDelivery'> = (context, { webhook, delivery: id }) =>
  inTransaction(context, async (transaction) => {
    if (!(await store.findWebhook(transaction, webhook))) throw new ProblemError('not-found')
    const delivery = await requireDelivery(transaction, webhook, id)
    const { kontor } = context
    if (delivery.state === 'waiting') {
      await deliveries.scheduleQueue(transaction, delivery, kontor.now())
    } else {
      const { order_id: orderId } = delivery
      const next = orderId === null ? undefined : await createSequences(transaction, [orderId])
      await deliveries.updateDelivery(transaction, id, {
        state: 'waiting',
        attempts: 0,
        next_attempt_at: kontor.now(),
        sequence: next && orderId !== null ? next(webhook, orderId) : 1,
      })
    }
    afterCommit(transaction, () => kontor.webhooks?.wake())
    return toDeliveryRow(await requireDelivery(transaction, webhook, id))
  })

async function requireDelivery(db: Db, webhookId: string, id: string): Promise<deliveries.DeliveryRecord> {
  const delivery = await deliveries.findDelivery(db, webhookId, id)
  if (!delivery) throw new ProblemError('not-found')
  return delivery
}
