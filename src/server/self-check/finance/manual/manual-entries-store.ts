import type { Db } from '#server/db/database.ts'

/** The events of entries with these numbers. */
export const listEntryEvents = (db: Db, numbers: readonly string[]) =>
  db
    .selectFrom('events')
    .select(['action', 'object_id', 'actor_id', 'parameters'])
    .where('object_type', '=', 'entry')
    .where('object_id', 'in', numbers)
    .where('action', 'in', ['entry.posted', 'entry.reversed', 'entry.approved', 'entry.reversal_approved'])
    .execute()

/** What a request was about, and the entry that was posted for it. */
export const findRequest = (db: Db, id: string) =>
  db.selectFrom('entry_requests').select(['entry_seq', 'corrects', 'reverses']).where('id', '=', id).executeTakeFirst()
