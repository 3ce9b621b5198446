import type { Db } from '#server/db/database.ts'

/** The settings and the head of the ledger; `undefined` if the row, number 1, is gone. */
export const loadBook = (db: Db) => db.selectFrom('book').selectAll().where('id', '=', 1).executeTakeFirst()

/** The row of the book in the snapshot that is verified. */
export type StoredBook = NonNullable<Awaited<ReturnType<typeof loadBook>>>

/** The times of the oldest rows of some tables, in which everything else begins. */
export async function findOldestTimes(db: Db): Promise<{ table: string; time: number | null }[]> {
  const entries = await db.selectFrom('ledger_entries').select('recorded_at').orderBy('seq').limit(1).execute()
  const events = await db.selectFrom('events').select('at').orderBy('id').limit(1).execute()
  const users = await db
    .selectFrom('users')
    .select(({ fn }) => fn.min('created_at').as('time'))
    .execute()
  return [
    { table: 'ledger_entries', time: entries[0]?.recorded_at ?? null },
    { table: 'events', time: events[0]?.at ?? null },
    { table: 'users', time: users[0]?.time ?? null },
  ]
}
