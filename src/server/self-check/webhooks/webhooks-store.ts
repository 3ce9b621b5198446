import type { Db } from '#server/db/database.ts'

/** The events of webhooks in the order in which they happened. */
export const listWebhookEvents = (db: Db) =>
  db
    .selectFrom('events')
    .select(['at', 'action', 'object_id', 'object_label', 'parameters'])
    .where('object_type', '=', 'webhook')
    .orderBy('at')
    .orderBy('id')
    .execute()

export const listWebhooks = (db: Db) => db.selectFrom('webhooks').selectAll().orderBy('id').execute()
