import type { Db } from '#server/db/database.ts'

/** Rows in one slice. */
const sliceSize = 1000

export const listUsers = (db: Db) => db.selectFrom('users').selectAll().orderBy('id').execute()

export const listCredentials = (db: Db) => db.selectFrom('credentials').selectAll().orderBy('id').execute()

export const listSessions = (db: Db) => db.selectFrom('sessions').selectAll().orderBy('id').execute()

export const listLinks = (db: Db) => db.selectFrom('one_time_links').selectAll().orderBy('token_hash').execute()

/** The events of users, user by user and in the order in which they happened, a slice at a time. */
export async function* userEventSlices(db: Db) {
  let after: [string, number, string] | undefined
  for (;;) {
    const key = after
    const events = await db
      .selectFrom('events')
      .select(['id', 'at', 'action', 'actor_id', 'object_id', 'object_label', 'parameters', 'ip'])
      .where('object_type', '=', 'user')
      .$if(key !== undefined, (query) =>
        query.where(({ eb, refTuple, tuple }) =>
          eb(refTuple('object_id', 'at', 'id'), '>', tuple(...(key as [string, number, string]))),
        ),
      )
      .orderBy('object_id')
      .orderBy('at')
      .orderBy('id')
      .limit(sliceSize)
      .execute()
    yield events
    const last = events.at(-1)
    if (!last || events.length < sliceSize) return
    after = [last.object_id, last.at, last.id]
  }
}
