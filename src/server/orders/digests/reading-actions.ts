import type { EventAction } from '#shared/events/event-actions.ts'

/** Actions that leave all rows of an order as they are. */
export const readingActions = ['customer.revealed', 'order.printed'] as const satisfies EventAction[]
