import type { Db, Transaction } from '#server/db/database.ts'
import { insertAll } from '#server/db/insert.ts'
import { queryByIds } from '#server/db/query-by-ids.ts'
import type { WebhookDeliveriesTable } from '#server/db/schema/webhooks.ts'
import type { DeliveryState } from '#shared/webhooks/webhooks-list.ts'
import type { Insertable, Selectable, Updateable } from 'kysely'

export type DeliveryRecord = Selectable<WebhookDeliveriesTable>

export const insertDeliveries = (
  transaction: Transaction,
  rows: readonly Insertable<WebhookDeliveriesTable>[],
): Promise<void> => insertAll(transaction, 'webhook_deliveries', rows)

/** The highest sequence of deliveries for each webhook and order that has any. */
export const listLastSequences = (
  db: Db,
  orderIds: readonly string[],
): Promise<{ webhook_id: string; order_id: string | null; sequence: number }[]> =>
  queryByIds(orderIds, (ids) =>
    db
      .selectFrom('webhook_deliveries')
      .select(['webhook_id', 'order_id'])
      .select(({ fn }) => fn.max('sequence').as('sequence'))
      .where('order_id', 'in', ids)
      .groupBy(['webhook_id', 'order_id'])
      .execute(),
  )

/** The active webhooks with a delivery that is due. */
export const listDueWebhooks = async (db: Db, now: number): Promise<string[]> => {
  const due = await db
    .selectFrom('webhooks')
    .select('id')
    .where('state', '=', 'active')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('webhook_deliveries')
          .select('webhook_deliveries.id')
          .whereRef('webhook_id', '=', 'webhooks.id')
          .where('webhook_deliveries.state', '=', 'waiting')
          .where('next_attempt_at', '<=', now),
      ),
    )
    .execute()
  return due.map(({ id }) => id)
}

/**
 * Takes the delivery of a webhook that is due the longest, the first of its order, and keeps other servers from it until `until`. `undefined` when
 * there is none, also when others are about to take it.
 */
export async function claimDelivery(
  transaction: Transaction,
  dialect: 'sqlite' | 'postgres',
  { webhookId, now, until }: { webhookId: string; now: number; until: number },
): Promise<DeliveryRecord | undefined> {
  const due = await transaction
    .selectFrom('webhook_deliveries as delivery')
    .selectAll('delivery')
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'waiting')
    .where('next_attempt_at', '<=', now)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('webhook_deliveries as earlier')
            .select('earlier.id')
            .whereRef('earlier.webhook_id', '=', 'delivery.webhook_id')
            .whereRef('earlier.order_id', '=', 'delivery.order_id')
            .whereRef('earlier.sequence', '<', 'delivery.sequence')
            .where('earlier.state', '=', 'waiting'),
        ),
      ),
    )
    .orderBy('next_attempt_at')
    .orderBy('id')
    .limit(1)
    .$if(dialect === 'postgres', (query) => query.forUpdate('delivery').skipLocked())
    .executeTakeFirst()
  if (!due) return undefined
  const attempts = due.attempts + 1
  await updateDelivery(transaction, due.id, { attempts })
  await scheduleQueue(transaction, due, until)
  return { ...due, attempts }
}

/**
 * Sets when the deliveries that wait behind this one are tried, and this one if it waits: all of an order have the same time, so that those that
 * wait for their turn are never looked through.
 */
export async function scheduleQueue(transaction: Transaction, delivery: DeliveryRecord, at: number): Promise<void> {
  const { id, order_id, webhook_id } = delivery
  await transaction
    .updateTable('webhook_deliveries')
    .set({ next_attempt_at: at })
    .where('webhook_id', '=', webhook_id)
    .where('state', '=', 'waiting')
    .where((eb) => (order_id === null ? eb('id', '=', id) : eb('order_id', '=', order_id)))
    .execute()
}

/** Makes the deliveries due that wait until after `latest`. */
export const rescheduleAfter = (transaction: Transaction, latest: number, now: number) =>
  transaction
    .updateTable('webhook_deliveries')
    .set({ next_attempt_at: now })
    .where('state', '=', 'waiting')
    .where('next_attempt_at', '>', latest)
    .execute()

export async function updateDelivery(
  transaction: Transaction,
  id: string,
  columns: Updateable<WebhookDeliveriesTable>,
): Promise<void> {
  await transaction.updateTable('webhook_deliveries').set(columns).where('id', '=', id).execute()
}

export const findDelivery = (db: Db, webhookId: string, id: string): Promise<DeliveryRecord | undefined> =>
  db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .where('id', '=', id)
    .executeTakeFirst()

/** The newest deliveries of a webhook, before the one with the id `before`. */
export const listDeliveries = (
  db: Db,
  webhookId: string,
  { state, before, limit }: { state: DeliveryState | undefined; before: string | undefined; limit: number },
): Promise<Omit<DeliveryRecord, 'payload'>[]> =>
  db
    .selectFrom('webhook_deliveries')
    .select(['id', 'webhook_id', 'event_id', 'topic', 'order_id', 'order_number', 'sequence', 'state'])
    .select(['attempts', 'next_attempt_at', 'created_at', 'log'])
    .where('webhook_id', '=', webhookId)
    .$if(state !== undefined, (query) => query.where('state', '=', state ?? 'waiting'))
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** How many deliveries of each webhook wait, at most `limit`. */
export async function countWaiting(db: Db, webhookId: string, limit: number): Promise<number> {
  const { count } = await db
    .selectFrom((from) =>
      from
        .selectFrom('webhook_deliveries')
        .select('id')
        .where('webhook_id', '=', webhookId)
        .where('state', '=', 'waiting')
        .limit(limit)
        .as('waiting'),
    )
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Deletes up to `limit` of the oldest deliveries that are older than `before`; returns how many. */
export async function deleteOldDeliveries(transaction: Transaction, before: number, limit: number): Promise<number> {
  const oldest = await transaction
    .selectFrom('webhook_deliveries')
    .select(['id', 'created_at'])
    .orderBy('id')
    .limit(limit)
    .execute()
  const ids = oldest.filter(({ created_at }) => created_at < before).map(({ id }) => id)
  if (ids.length > 0) await transaction.deleteFrom('webhook_deliveries').where('id', 'in', ids).execute()
  return ids.length
}
