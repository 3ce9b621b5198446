import type { Kontor } from '#server/context.ts'
import { afterCommit } from '#server/db/after-commit.ts'
import type { Transaction } from '#server/db/database.ts'
import { newId } from '#server/db/id.ts'
import * as store from '#server/webhooks/delivery-store.ts'
import { listSubscriptions } from '#server/webhooks/store.ts'
import type { EventAction } from '#shared/events/event-actions.ts'
import { topicOfAction } from '#shared/webhooks/topics.ts'

/** An event of an order as it was recorded. */
interface RecordedEvent {
  id: string
  at: number
  action: EventAction
  orderId: string
  orderNumber: string
}

const subscriptionsByTransaction = new WeakMap<Transaction, ReturnType<typeof listSubscriptions>>()

/** Looks up which webhooks want which events, once in a transaction: call it before many inserts, because a look-up after them waits for all of them. */
export const loadSubscriptions = (transaction: Transaction): ReturnType<typeof listSubscriptions> =>
  subscriptionsByTransaction.getOrInsertComputed(transaction, listSubscriptions)

/**
 * Queues deliveries of events of orders for the webhooks that subscribe to them, in the transaction that records the events. They are sent
 * after its commit, those of an order one after the other.
 */
export async function queueDeliveries(
  transaction: Transaction,
  kontor: Kontor,
  events: readonly RecordedEvent[],
): Promise<void> {
  const reported = events.flatMap((event) => {
    const topic = topicOfAction(event.action)
    return topic === undefined ? [] : [{ ...event, topic }]
  })
  if (reported.length === 0) return
  const subscriptions = await loadSubscriptions(transaction)
  const wanted = subscriptions.flatMap(({ id, topics }) => {
    const list = JSON.parse(topics) as string[]
    return reported.filter(({ topic }) => list.includes(topic)).map((event) => ({ webhookId: id, event }))
  })
  if (wanted.length === 0) return
  const next = await createSequences(
    transaction,
    wanted.map(({ event }) => event.orderId),
  )
  await store.insertDeliveries(
    transaction,
    wanted.map(({ webhookId, event }) => ({
      id: newId(),
      webhook_id: webhookId,
      event_id: event.id,
      topic: event.topic,
      order_id: event.orderId,
      order_number: event.orderNumber,
      sequence: next(webhookId, event.orderId),
      state: 'waiting',
      payload: null,
      attempts: 0,
      next_attempt_at: event.at,
      created_at: event.at,
      log: '[]',
    })),
  )
  afterCommit(transaction, () => kontor.webhooks?.wake())
}

/** A function that numbers the deliveries of each order to each webhook. */
export async function createSequences(
  transaction: Transaction,
  orderIds: readonly string[],
): Promise<(webhookId: string, orderId: string) => number> {
  const last = new Map<string, number>()
  for (const { webhook_id, order_id, sequence } of await store.listLastSequences(transaction, [...new Set(orderIds)]))
    last.set(`${webhook_id} ${order_id}`, sequence)
  return (webhookId, orderId) => {
    const key = `${webhookId} ${orderId}`
    const sequence = (last.get(key) ?? 0) + 1
    last.set(key, sequence)
    return sequence
  }
}
