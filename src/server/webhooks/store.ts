import { cachedLookup } from '#server/db/cached-query.ts'
import type { Db, Transaction } from '#server/db/database.ts'
import type { WebhooksTable } from '#server/db/schema/webhooks.ts'
import type { Insertable, Selectable, Updateable } from 'kysely'

export type WebhookRecord = Selectable<WebhooksTable>

/** All that were not removed, the oldest first. */
export const listWebhooks = (db: Db): Promise<WebhookRecord[]> =>
  db.selectFrom('webhooks').selectAll().where('state', '<>', 'removed').orderBy('id').execute()

/** One that was not removed. */
export const findWebhook = (db: Db, id: string): Promise<WebhookRecord | undefined> =>
  db.selectFrom('webhooks').selectAll().where('id', '=', id).where('state', '<>', 'removed').executeTakeFirst()

export async function insertWebhook(transaction: Transaction, webhook: Insertable<WebhooksTable>): Promise<void> {
  await transaction.insertInto('webhooks').values(webhook).execute()
}

export async function updateWebhook(
  transaction: Transaction,
  id: string,
  columns: Updateable<WebhooksTable>,
): Promise<void> {
  await transaction.updateTable('webhooks').set(columns).where('id', '=', id).execute()
}

/** What the webhooks that are switched on subscribe to. */
export const listSubscriptions = (db: Db): Promise<{ id: string; topics: string }[]> => selectSubscriptions(db)

// Cached because every change of an order runs it.
const selectSubscriptions = cachedLookup<{ id: string; topics: string }>((db) =>
  db.selectFrom('webhooks').select(['id', 'topics']).where('state', '=', 'active').compile(),
)
