import type { Db } from '#server/db/database.ts'

/** The events of tokens in the order in which they happened. */
export const listTokenEvents = (db: Db) =>
  db
    .selectFrom('events')
    .select(['at', 'action', 'actor_id', 'object_id', 'object_label', 'parameters'])
    .where('object_type', '=', 'token')
    .orderBy('at')
    .orderBy('id')
    .execute()

export const listTokens = (db: Db) => db.selectFrom('api_tokens').selectAll().orderBy('id').execute()
