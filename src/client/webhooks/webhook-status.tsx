import { useStaffMessages } from '#client/staff/use-staff-messages.ts'
import { useWebhookMessages } from '#client/webhooks/use-webhook-messages.ts'
import type { DeliveryState, WebhookState } from '#shared/webhooks/webhooks-list.ts'

/** Shape and tone of each state, as `status.css` draws them. */
const webhookShapes: Readonly<Record<WebhookState, string>> = {
  active: 'shape-done',
  failing: 'shape-alert',
  paused: 'shape-pause',
  off: 'shape-slash status--error',
}
const webhookBadges: Readonly<Record<WebhookState, string>> = {
  active: 'shape-done badge--success',
  failing: 'shape-alert badge--warning',
  paused: 'shape-pause badge--warning',
  off: 'shape-slash badge--error',
}
const deliveryShapes: Readonly<Record<DeliveryState, string>> = {
  waiting: 'shape-clock',
  delivered: 'shape-done',
  failed: 'shape-slash status--error',
}

/** `badge`: a pill, for use outside of tables. */
export function WebhookStatus({ state, badge = false }: { state: WebhookState; badge?: boolean }) {
  const { staffFilters } = useStaffMessages()
  const className = badge ? `badge ${webhookBadges[state]}` : `status ${webhookShapes[state]}`
  return <span className={className}>{staffFilters.webhookStates[state]}</span>
}

export function DeliveryStatus({ state }: { state: DeliveryState }) {
  const words = useWebhookMessages()
  return <span className={`status ${deliveryShapes[state]}`}>{words.deliveryStates[state]}</span>
}
