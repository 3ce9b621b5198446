import type { Db, Transaction } from '#server/db/database.ts'
import { mergeRanges } from '#server/db/list-query.ts'
import { type OrderSelection, selectRanges } from '#server/orders/list/list-store.ts'

/** An order that can be claimed. */
export type QueuedOrder = { id: string; number: string; placed_at: number }

/** The oldest orders of a selection that no one has claimed, up to `limit`. */
export async function listUnclaimed(
  db: Db,
  selection: OrderSelection,
  { now, limit }: { now: number; limit: number },
): Promise<QueuedOrder[]> {
  const ranges = selectRanges(db, selection).map((range) =>
    range
      .select(['orders.key', 'orders.id', 'orders.number', 'orders.placed_at'])
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('order_claims')
              .select('order_id')
              .whereRef('order_id', '=', 'orders.id')
              .where('claimed_until', '>', now),
          ),
        ),
      ),
  )
  return (await mergeRanges(db, ranges, ['placed_at', 'key'], { direction: 'asc', limit })?.execute()) ?? []
}

/** The orders that a user has claimed, the oldest claim first. */
export const listClaimed = (db: Db, userId: string, now: number): Promise<QueuedOrder[]> =>
  db
    .selectFrom('order_claims')
    .innerJoin('orders', 'orders.id', 'order_claims.order_id')
    .select(['orders.id', 'orders.number', 'orders.placed_at'])
    .where('order_claims.user_id', '=', userId)
    .where('order_claims.claimed_until', '>', now)
    .orderBy('order_claims.claimed_until')
    .orderBy('orders.id')
    .execute()

/** Claims an order; returns false if someone else has claimed it. */
export async function claimOrder(
  transaction: Transaction,
  { orderId, userId, now, until }: { orderId: string; userId: string; now: number; until: number },
): Promise<boolean> {
  const claimed = await transaction
    .insertInto('order_claims')
    .values({ order_id: orderId, user_id: userId, claimed_until: until })
    .onConflict((conflict) =>
      conflict
        .column('order_id')
        .doUpdateSet({ user_id: userId, claimed_until: until })
        .where(({ eb, or }) =>
          or([eb('order_claims.claimed_until', '<=', now), eb('order_claims.user_id', '=', userId)]),
        ),
    )
    .returning('order_id')
    .execute()
  return claimed.length > 0
}

/** Deletes the claims that are over. */
export const deleteEndedClaims = (transaction: Transaction, now: number) =>
  transaction.deleteFrom('order_claims').where('claimed_until', '<=', now).execute()
