import type { Action } from '#server/context.ts'
import { eventStreamType } from '#shared/live/stream.ts'

/** `GET /api/live`: a stream of live updates for a page that accepts one, else one update. */
export const watchOrders: Action<'watchOrders'> = async ({ kontor, session, accept }, sent) => {
  // Who has an order open shows only users themselves, not those who view as them.
  const query = session.viewedBy ? { ...sent, order: undefined } : sent
  const stream = accept.includes(eventStreamType) ? await kontor.live.openStream(session, query) : undefined
  return stream ? new Response(stream, { headers: streamHeaders }) : kontor.live.poll(session, query)
}

const streamHeaders = {
  'Content-Type': eventStreamType,
  'Cache-Control': 'no-store, no-transform',
  // Tells nginx to pass each event on at once.
  'X-Accel-Buffering': 'no',
}
