import { deferredComponent } from '#client/deferred-component.tsx'

/** Keeps the page of orders up to date. What changed before it is loaded is not lost: the page says when it was made. */
export const LiveOrders = deferredComponent(async () => (await import('#client/live/live-orders.tsx')).LiveOrders)

/** Notices the end of the session on the other pages. */
export const SessionWatch = deferredComponent(async () => (await import('#client/live/session-watch.tsx')).SessionWatch)
