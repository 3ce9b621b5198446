import type { Db } from '#server/db/database.ts'

/** The events of lines of statements, in their order. */
export const listFollowUpEvents = (db: Db) =>
  db
    .selectFrom('events')
    .select(['action', 'object_id', 'parameters'])
    .where('object_type', '=', 'statement_line')
    .orderBy('at')
    .orderBy('id')
    .execute()

/** The ids of statements whose import was undone. */
export async function listRemovedStatements(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('events').select('object_id').where('action', '=', 'statement.removed').execute()
  return rows.map(({ object_id }) => object_id)
}

export const listFollowUps = (db: Db) => db.selectFrom('line_follow_ups').selectAll().execute()
