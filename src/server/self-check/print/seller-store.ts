import type { Db } from '#server/db/database.ts'

export const listSellers = (db: Db) => db.selectFrom('seller').selectAll().execute()

/** The events of the seller, in their order. */
export const listSellerEvents = (db: Db) =>
  db.selectFrom('events').select('parameters').where('object_type', '=', 'seller').orderBy('at').orderBy('id').execute()
