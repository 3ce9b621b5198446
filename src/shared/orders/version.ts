import type { EventView } from '#shared/events/views.ts'

/** The version of an order that an event made; `undefined` for one that changed nothing of it, such as a note. */
export function versionOf({ action, parameters }: Pick<EventView, 'action' | 'parameters'>): number | undefined {
  if (action === 'order.imported' || action === 'order.created') return 1
  const version = Number(parameters['version'])
  return Number.isInteger(version) ? version : undefined
}
