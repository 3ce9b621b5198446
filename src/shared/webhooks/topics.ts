import type { EventAction } from '#shared/events/event-actions.ts'

/** The events that a webhook can subscribe to; receivers read them in `type`. */
export const webhookTopics = [
  'order.created',
  'order.updated',
  'order.cancelled',
  'order.deleted',
  'payment.updated',
  'refund.updated',
  'dispute.updated',
  'shipment.updated',
  'return.updated',
] as const
export type WebhookTopic = (typeof webhookTopics)[number]

/** The type of the event that a person sends to try a webhook. */
export const testTopic = 'webhook.test'
export type DeliveryTopic = WebhookTopic | typeof testTopic

/** The actions on orders that change what the API answers about an order. Notes, files and prints are the company's own. */
const topicsByAction: Partial<Record<EventAction, WebhookTopic>> = {
  'order.imported': 'order.created',
  'order.created': 'order.created',
  'order.removed': 'order.deleted',
  'order.confirmed': 'order.updated',
  'order.discarded': 'order.cancelled',
  'order.cancelled': 'order.cancelled',
  'order.edited': 'order.updated',
  'order.erased': 'order.updated',
  'order.updated_from_shop': 'order.updated',
  'order.held': 'order.updated',
  'order.released': 'order.updated',
  'order.archived': 'order.updated',
  'order.unarchived': 'order.updated',
  'order.assigned': 'order.updated',
  'order.unassigned': 'order.updated',
  'order.tagged': 'order.updated',
  'order.untagged': 'order.updated',
  'order.written_off': 'order.updated',
  'order.shipped': 'shipment.updated',
  'order.delivered': 'shipment.updated',
  'order.shipment_corrected': 'shipment.updated',
  'order.shipment_cancelled': 'shipment.updated',
  'order.return_requested': 'return.updated',
  'order.return_approved': 'return.updated',
  'order.return_rejected': 'return.updated',
  'order.return_received': 'return.updated',
  'order.return_completed': 'return.updated',
  'order.return_cancelled': 'return.updated',
  'payment.recorded': 'payment.updated',
  'payment.captured': 'payment.updated',
  'payment.voided': 'payment.updated',
  'payment.settled': 'payment.updated',
  'payment.unsettled': 'payment.updated',
  'refund.requested': 'refund.updated',
  'refund.approved': 'refund.updated',
  'refund.withdrawn': 'refund.updated',
  'refund.rejected': 'refund.updated',
  'refund.retried': 'refund.updated',
  'refund.failed': 'refund.updated',
  'refund.succeeded': 'refund.updated',
  'refund.returned': 'refund.updated',
  'refund.settled': 'refund.updated',
  'refund.unsettled': 'refund.updated',
  'dispute.opened': 'dispute.updated',
  'dispute.won': 'dispute.updated',
  'dispute.lost': 'dispute.updated',
  'dispute.reopened': 'dispute.updated',
  'dispute.cancelled': 'dispute.updated',
}

/** The type of the event that webhooks get for an action on an order; `undefined` if they get none. */
export const topicOfAction = (action: EventAction): WebhookTopic | undefined => topicsByAction[action]
