import type { Kontor } from '#server/context.ts'
import type { Db } from '#server/db/database.ts'
import * as deliveries from '#server/webhooks/delivery-store.ts'
import { listWebhooks, type WebhookRecord } from '#server/webhooks/store.ts'
import { unquoteWords } from '#shared/list/filter-fields.ts'
import type { WebhookTopic } from '#shared/webhooks/topics.ts'
import type { WebhookState } from '#shared/webhooks/webhooks-list.ts'
import type { DeliveryAttempt, DeliveryRow, ListWebhooksQuery, WebhookView } from '#shared/webhooks/webhooks.ts'

/** More waiting deliveries are not counted. */
const maxCounted = 10_000

/** What events call a webhook: its host, because the rest of the URL may be secret. */
export const nameOfWebhook = ({ url }: Pick<WebhookRecord, 'url'>): string => new URL(url).host

/** The webhooks in some states, or in any, with a text in their URL or description. */
export async function readWebhooks(
  { database: { read } }: Kontor,
  { webhookState: states, q = '' }: ListWebhooksQuery,
): Promise<WebhookView[]> {
  const webhooks = await Promise.all((await listWebhooks(read)).map((each) => toWebhookView(read, each)))
  const text = unquoteWords(q).toLowerCase()
  return webhooks.filter(
    ({ state, url, description }) =>
      (states.length === 0 || states.includes(state)) && `${url} ${description}`.toLowerCase().includes(text),
  )
}

export async function toWebhookView(db: Db, webhook: WebhookRecord): Promise<WebhookView> {
  return {
    id: webhook.id,
    url: webhook.url,
    description: webhook.description,
    topics: JSON.parse(webhook.topics) as WebhookTopic[],
    includesPersonal: webhook.includes_personal === 1,
    state: stateOf(webhook),
    failingSince: webhook.failing_since,
    createdAt: webhook.created_at,
    lastDeliveredAt: webhook.last_delivered_at,
    waitingCount: await deliveries.countWaiting(db, webhook.id, maxCounted),
    version: webhook.version,
  }
}

function stateOf({ state, failing_since }: WebhookRecord): WebhookState {
  if (state === 'active') return failing_since === null ? 'active' : 'failing'
  return state === 'removed' ? 'paused' : state
}

export function toDeliveryRow(delivery: Omit<deliveries.DeliveryRecord, 'payload'>): DeliveryRow {
  const attempts = parseAttempts(delivery.log)
  return {
    id: delivery.id,
    eventId: delivery.event_id,
    type: delivery.topic,
    orderNumber: delivery.order_id === null ? null : delivery.order_number,
    state: delivery.state,
    createdAt: delivery.created_at,
    attemptCount: attempts.length,
    nextAttemptAt: delivery.state === 'waiting' ? delivery.next_attempt_at : null,
    lastStatus: attempts.findLast(({ status }) => status !== null)?.status ?? null,
  }
}

export const parseAttempts = (log: string): DeliveryAttempt[] => JSON.parse(log) as DeliveryAttempt[]
