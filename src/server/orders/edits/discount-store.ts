import type { Db } from '#server/db/database.ts'

/** The events by which a user entered or edited orders in a currency since a time: what they recorded, and of which order. */
export const listOwnEdits = (
  db: Db,
  userId: string,
  { since, currency }: { since: number; currency: string },
): Promise<{ orderId: string; parameters: string }[]> =>
  selectOwnEdits(db, userId).where('events.at', '>=', since).where('orders.currency', '=', currency).execute()

/** The same of one order, of any time, from the first to the last. */
export const listOwnEditsOfOrder = (
  db: Db,
  userId: string,
  orderId: string,
): Promise<{ orderId: string; parameters: string }[]> =>
  selectOwnEdits(db, userId)
    .where('events.object_type', '=', 'order')
    .where('events.object_id', '=', orderId)
    .orderBy('events.at')
    .orderBy('events.id')
    .execute()

const selectOwnEdits = (db: Db, userId: string) =>
  db
    .selectFrom('events')
    .innerJoin('orders', 'orders.id', 'events.object_id')
    .select(['events.object_id as orderId', 'events.parameters'])
    .where('events.actor_id', '=', userId)
    .where('events.topic', '=', 'orders')
    .where('events.action', 'in', ['order.created', 'order.edited'])
