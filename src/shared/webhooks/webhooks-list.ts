import { choice, search } from '#shared/list/filter-fields.ts'
import { defineList } from '#shared/list/list.ts'

/** `failing`: the last delivery failed. `off`: switched off by the program after three days of failure. */
export const webhookStates = ['active', 'failing', 'paused', 'off'] as const
export type WebhookState = (typeof webhookStates)[number]

/** The states that need someone to look at the receiver. */
export const brokenStates: readonly WebhookState[] = ['failing', 'off']

/** `waiting`: for its first attempt, or the next one. `failed`: given up. */
export const deliveryStates = ['waiting', 'delivered', 'failed'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** All webhooks, the oldest first: on `/users?tab=webhooks` and `GET /api/webhooks`. A company has few. */
export const webhooksList = defineList({
  path: '/users',
  parameters: { tab: 'webhooks' },
  permission: 'webhooks.manage',
  openParameter: 'openWebhook',
  filters: [
    /** In the URL and the description. */
    search('search', { label: ({ staffFilters }) => staffFilters.search }),
    choice('webhookState', {
      key: 'status',
      values: webhookStates,
      multiple: true,
      label: ({ staffFilters }) => staffFilters.status,
      valueLabels: ({ staffFilters }) => staffFilters.webhookStates,
    }),
  ],
  columns: [
    { id: 'url' },
    { id: 'status' },
    { id: 'topics', priority: 2, card: false },
    { id: 'delivered', priority: 1, align: 'end', card: false },
  ],
  sorts: [],
  paged: false,
  tabs: {},
})
