import type { Action, AuthenticatedContext } from '#server/context.ts'
import type { Watch } from '#server/live/live-updates.ts'
import { eventStreamType } from '#shared/live/stream.ts'
import type { LiveUpdate } from '#shared/live/views.ts'

/** `GET /api/live`: what changes in orders, and who has the same order open. */
export const watchOrders: Action<'watchOrders'> = (context, { order, since }) =>
  // Who has an order open shows only users themselves, not those who view as them.
  watch(context, { order: context.session.viewedBy ? undefined : order, since })

/** `GET /api/live/session`: jobs that have another status, and the end of the session, for pages without orders. */
export const watchSession: Action<'watchSession'> = (context, { since }) =>
  watch(context, { withoutOrders: true, since: since ?? context.kontor.now() })

/** A stream of live updates for a page that accepts one, else one update. */
async function watch(
  { kontor, session, accept }: AuthenticatedContext,
  watched: Watch,
): Promise<LiveUpdate | Response> {
  const stream = accept.includes(eventStreamType) ? await kontor.live.openStream(session, watched) : undefined
  return stream ? new Response(stream, { headers: streamHeaders }) : kontor.live.poll(session, watched)
}

const streamHeaders = {
  'Content-Type': eventStreamType,
  'Cache-Control': 'no-store, no-transform',
  // Tells nginx to pass each event on at once.
  'X-Accel-Buffering': 'no',
}
