import type { DeliveryTopic } from '#shared/webhooks/topics.ts'
import type { DeliveryState, WebhookState } from '#shared/webhooks/webhooks-list.ts'
import type { Generated } from 'kysely'

/** Webhooks and what is sent to them. */
export interface WebhookTables {
  webhooks: WebhooksTable
  webhook_deliveries: WebhookDeliveriesTable
}

export interface WebhooksTable {
  id: string
  url: string
  description: string
  topics: string
  includes_personal: number
  secret: string
  previous_secret: string | null
  previous_secret_until: number | null
  state: Exclude<WebhookState, 'failing'> | 'removed'
  failing_since: number | null
  last_delivered_at: number | null
  created_at: number
  version: Generated<number>
}

export interface WebhookDeliveriesTable {
  id: string
  webhook_id: string
  event_id: string
  topic: DeliveryTopic
  order_id: string | null
  order_number: string
  sequence: number
  state: DeliveryState
  payload: string | null
  attempts: Generated<number>
  next_attempt_at: number
  created_at: number
  log: Generated<string>
}
