import type { Db, Transaction } from '#server/db/database.ts'
import { runLookup } from '#server/db/lookup.ts'
import { isSqlite } from '#server/db/dialect.ts'
import { ordersList } from '#shared/orders/list.ts'
import { sql } from 'kysely'

/** An order that can be claimed. */
export type QueuedOrder = { id: string; number: string }

interface UnclaimedOptions {
  now: number
  limit: number
}

/** The oldest orders to ship that are assigned to a user, or to no one, and that no one has claimed, up to `limit`. */
export const listUnclaimed = (db: Db, assigneeId: string | null, options: UnclaimedOptions): Promise<QueuedOrder[]> =>
  runLookup(
    db,
    selectUnclaimed(db, options)
      .where('assignee_id', assigneeId === null ? 'is' : '=', assigneeId)
      // PostgreSQL would sort the orders without an assignee if the first column of the index were left out.
      .orderBy('assignee_id')
      .orderBy('placed_at')
      .orderBy('key'),
  )

/** The same for the orders of users who cannot log in any more. */
export const listUnclaimedOfFormerUsers = (db: Db, options: UnclaimedOptions): Promise<QueuedOrder[]> =>
  selectUnclaimed(db, options)
    .where('assignee_id', 'in', selectFormerUsers(db))
    .orderBy('placed_at')
    .orderBy('key')
    .execute()

/** Whether a user cannot log in any more. */
export const isFormerUser = async (db: Db, id: string): Promise<boolean> =>
  (await selectFormerUsers(db).where('users.id', '=', id).execute()).length > 0

const selectFormerUsers = (db: Db) => db.selectFrom('users').select('users.id').where('users.status', '<>', 'active')

const selectUnclaimed = (db: Db, { now, limit }: UnclaimedOptions) =>
  selectToShip(db)
    .select(['orders.id', 'orders.number'])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('order_claims')
            .select('order_id')
            .whereRef('order_id', '=', 'orders.id')
            .where('claimed_until', '>', now),
        ),
      ),
    )
    .limit(limit)

/** Whether an order to ship is assigned to someone else. */
export async function hasOrdersOfOthers(db: Db, userId: string): Promise<boolean> {
  const find = (operator: '<' | '>') =>
    runLookup(db, selectToShip(db).select('orders.id').where('assignee_id', operator, userId).limit(1))
  return (await find('<')).length > 0 || (await find('>')).length > 0
}

/** The orders to ship, with the conditions of their index written as it has them: SQLite takes a partial index only then. */
function selectToShip(db: Db) {
  const { status, payment, fulfillment } = ordersList.tabs.toShip
  const literals = <Value>(values: readonly Value[] = []) => values.map((value) => sql.lit(value))
  const orders = isSqlite(db) ? (sql`orders indexed by orders_to_ship` as unknown as 'orders') : 'orders'
  return db
    .selectFrom(orders)
    .where('archived', '=', sql.lit(0))
    .where('status', 'in', literals(status))
    .where('payment_status', 'in', literals(payment))
    .where('fulfillment_status', 'in', literals(fulfillment))
}

/** The orders that a user has claimed, the oldest claim first. */
export const listClaimed = (db: Db, userId: string, now: number): Promise<QueuedOrder[]> =>
  db
    .selectFrom('order_claims')
    .innerJoin('orders', 'orders.id', 'order_claims.order_id')
    .select(['orders.id', 'orders.number'])
    .where('order_claims.user_id', '=', userId)
    .where('order_claims.claimed_until', '>', now)
    .orderBy('order_claims.claimed_until')
    .orderBy('orders.id')
    .execute()

/** Claims an order, or with `isOwn` claims one of the user again; returns false if it is claimed by now, or not of the user any more. */
export async function claimOrder(
  transaction: Transaction,
  {
    orderId,
    userId,
    isOwn,
    now,
    until,
  }: { orderId: string; userId: string; isOwn: boolean; now: number; until: number },
): Promise<boolean> {
  const claimed = await transaction
    .insertInto('order_claims')
    .values({ order_id: orderId, user_id: userId, claimed_until: until })
    .onConflict((conflict) =>
      conflict
        .column('order_id')
        .doUpdateSet({ user_id: userId, claimed_until: until })
        .where(({ eb, or }) =>
          or([
            eb('order_claims.claimed_until', '<=', now),
            ...(isOwn ? [eb('order_claims.user_id', '=', userId)] : []),
          ]),
        ),
    )
    .returning('order_id')
    .execute()
  return claimed.length > 0
}

/** Deletes the claims that are over by `now`, and those that last beyond `latest`. */
export const deleteEndedClaims = (transaction: Transaction, now: number, latest: number) =>
  transaction
    .deleteFrom('order_claims')
    .where(({ eb, or }) => or([eb('claimed_until', '<=', now), eb('claimed_until', '>', latest)]))
    .execute()
