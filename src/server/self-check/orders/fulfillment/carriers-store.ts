import type { Db } from '#server/db/database.ts'

export const listCarriers = (db: Db) => db.selectFrom('carriers').selectAll().execute()

/** The events of carriers, in their order. */
export const listCarrierEvents = (db: Db) =>
  db
    .selectFrom('events')
    .select(['object_id', 'object_label', 'at', 'action', 'actor_id', 'parameters'])
    .where('object_type', '=', 'carrier')
    .orderBy('at')
    .orderBy('id')
    .execute()
