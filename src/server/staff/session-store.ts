import { foldName } from '#server/list/name-sort-key.ts'
import type { Db } from '#server/db/database.ts'
import { matchesName } from '#server/staff/name-query.ts'
import { compileFilter, type FieldCompilers, startAfterKey } from '#server/db/list-query.ts'
import type { Tables } from '#server/db/schema.ts'
import type { RowKey } from '#server/list/keyset-page.ts'
import { sessionIdleMs } from '#shared/constants.ts'
import type { Filter } from '#shared/list/filter.ts'
import type { FilterId } from '#shared/list/list.ts'
import type { sessionsList } from '#shared/staff/sessions-list.ts'

export type OpenSession = Awaited<ReturnType<typeof findOpenSessions>>[number]

/** Up to `limit` open sessions that match, after a key `[last_seen_at, id]`, the one used last first. */
export function findOpenSessions(
  db: Db,
  selection: { filter: Filter; now: number },
  { direction, after, limit }: { direction: 'asc' | 'desc'; after: RowKey | undefined; limit: number },
) {
  const open = selectOpenSessions(db, selection)
    .select(['sessions.id', 'sessions.user_id', 'users.name', 'users.role', 'sessions.ip', 'sessions.user_agent'])
    .select(['sessions.created_at', 'sessions.last_seen_at'])
  return startAfterKey(open, ['sessions.last_seen_at', 'sessions.id'], direction, after)
    .orderBy('sessions.last_seen_at', direction)
    .orderBy('sessions.id', direction)
    .limit(limit)
    .execute()
}

export async function countOpenSessions(db: Db, selection: { filter: Filter; now: number }): Promise<number> {
  const { count } = await selectOpenSessions(db, selection)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Whose session it is; undefined for one that is unknown or over. */
export const findSessionUser = (db: Db, id: string): Promise<{ user_id: string } | undefined> =>
  db.selectFrom('sessions').select('user_id').where('id', '=', id).where('revoked_at', 'is', null).executeTakeFirst()

const selectOpenSessions = (db: Db, { filter, now }: { filter: Filter; now: number }) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .where('sessions.last_seen_at', '>', now - sessionIdleMs)
    .where('users.status', '=', 'active')
    .where(compileFilter<Tables, 'sessions' | 'users'>(filter, fields))

const fields: FieldCompilers<FilterId<typeof sessionsList>, Tables, 'sessions' | 'users'> = {
  search: (_eb, comparison) => {
    const text = comparison.op === 'matches' ? comparison.text : ''
    return matchesName(text, foldName(text))
  },
}
