import type { Db } from '#server/db/database.ts'

export const listImports = (db: Db) => db.selectFrom('imports').selectAll().execute()

/** The events with which imports ended. */
export const listImportEvents = (db: Db) =>
  db
    .selectFrom('events')
    .select(['object_id', 'object_label', 'actor_id', 'at', 'parameters'])
    .where('object_type', '=', 'import')
    .where('action', '=', 'orders.imported')
    .execute()
