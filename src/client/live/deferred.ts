import { deferredComponent } from '#client/deferred-component.tsx'

/** Keeps the page of orders up to date. Changes before it is loaded are not lost: the request sends the time at which the page was rendered. */
export const LiveOrders = deferredComponent(async () => (await import('#client/live/live-orders.tsx')).LiveOrders)

/** Notices the end of the session on the other pages. */
export const SessionWatch = deferredComponent(async () => (await import('#client/live/session-watch.tsx')).SessionWatch)
