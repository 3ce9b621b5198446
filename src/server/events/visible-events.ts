import { hasPermission } from '#server/auth/access.ts'
import type { RequestContext } from '#server/context.ts'
import { maskEvent } from '#server/events/personal-values.ts'
import type { EventView } from '#shared/events/views.ts'

/** Events as the user may see them. */
export async function showEvents(context: RequestContext, loading: Promise<EventView[]>): Promise<EventView[]> {
  const events = await loading
  return hasPermission(context, 'customers.view_personal') ? events : events.map((event) => maskEvent(event))
}
