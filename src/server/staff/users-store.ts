import { matchesName } from '#server/staff/name-query.ts'
import { foldName } from '#server/list/name-sort-key.ts'
import type { Db } from '#server/db/database.ts'
import { compileFilter, type FieldCompilers, startAfterKey } from '#server/db/list-query.ts'
import type { Tables } from '#server/db/schema.ts'
import type { RowKey } from '#server/list/keyset-page.ts'
import { selectUsers, type User } from '#server/staff/store.ts'
import type { Filter } from '#shared/list/filter.ts'
import type { FilterId } from '#shared/list/list.ts'
import { inactiveAfterMs, type usersList } from '#shared/staff/users-list.ts'
import type { UsersTable } from '#server/db/schema/staff.ts'
import { type Expression, type Selectable, sql, type SqlBool } from 'kysely'

/** An account with the columns that sort the list; `seen` is 0 without a visit. */
export type ListedUser = User & { name_sort_key: string; seen: number }

type ListTables = Tables & { listed: Selectable<UsersTable> & { seen: number } }
type SortColumn = 'name_sort_key' | 'name' | 'seen' | 'created_at' | 'id'

/** Which accounts, and what time it is. */
export interface UserSelection {
  filter: Filter
  now: number
}

/** A part of the list: up to `limit` accounts after a key of these columns. */
interface UserSlice {
  columns: readonly SortColumn[]
  direction: 'asc' | 'desc'
  after: RowKey | undefined
  limit: number
}

/** The accounts of a part of the list. Their second factors are only looked up for those that are shown. */
export async function findUsers(
  db: Db,
  selection: UserSelection,
  { columns, direction, after, limit }: UserSlice,
): Promise<ListedUser[]> {
  const found = startAfterKey(selectListed(db, selection).select('listed.id'), columns, direction, after)
  const page = await columns
    .reduce((query, column) => query.orderBy(column, direction), found)
    .limit(limit)
    .execute()
  if (page.length === 0) return []
  const ids = page.map(({ id }) => id)
  const users = await selectUsers(db)
    .select(['name_sort_key', sql<number>`coalesce(last_seen_at, 0)`.as('seen')])
    .where('users.id', 'in', ids)
    .execute()
  const byId = new Map(users.map((user) => [user.id, user]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** The access requests: the oldest `limit` of them, and how many there are. */
export async function findRequests(db: Db, limit: number): Promise<{ users: User[]; count: number }> {
  // Not as a parameter, so that the databases know that the index has all of them.
  const isPending = sql<SqlBool>`users.status = 'pending'`
  const users = await selectUsers(db).where(isPending).orderBy('created_at').orderBy('users.id').limit(limit).execute()
  if (users.length < limit) return { users, count: users.length }
  const { count } = await db
    .selectFrom('users')
    .where(isPending)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return { users, count }
}

/** How many accounts match, and how many of them are active but inactive for long. */
export function countUsers(db: Db, selection: UserSelection): Promise<{ all: number; inactive: number }> {
  return selectListed(db, selection)
    .select(({ fn }) => [
      fn.countAll<number>().as('all'),
      sql<number>`coalesce(sum(case when status = 'active' and ${isInactive(selection.now)} then 1 else 0 end), 0)`.as(
        'inactive',
      ),
    ])
    .executeTakeFirstOrThrow()
}

const selectListed = (db: Db, { filter, now }: UserSelection) =>
  db
    .selectFrom(
      db
        .selectFrom('users')
        .selectAll()
        .select(sql<number>`coalesce(last_seen_at, 0)`.as('seen'))
        .as('listed'),
    )
    .where(compileFilter<ListTables, 'listed'>(filter, compileFields(now)))

const compileFields = (now: number): FieldCompilers<FilterId<typeof usersList>, ListTables, 'listed'> => ({
  search: (_eb, comparison) => searchName(comparison.op === 'matches' ? comparison.text : ''),
  factor: (eb, comparison) => {
    const factors = eb
      .selectFrom('credentials')
      .select('credentials.id')
      .whereRef('credentials.user_id', '=', 'listed.id')
      .where('credentials.kind', 'in', ['totp', 'passkey'])
    const isOn = comparison.op === 'in' && comparison.values.includes('on')
    return isOn ? eb.exists(factors) : eb.not(eb.exists(factors))
  },
  seen: () => isInactive(now),
})

/** No visit for `inactiveAfterMs`, counted from the creation before the first one. */
const isInactive = (now: number): Expression<SqlBool> =>
  sql<SqlBool>`case when seen = 0 then created_at else seen end < ${now - inactiveAfterMs}`

const searchName = (text: string): Expression<SqlBool> => matchesName(text, foldName(text), 'listed')
