import { foldName } from '#server/auth/name-sort-key.ts'
import type { Db } from '#server/db/database.ts'
import { compileFilter, type FieldCompilers, startAfterKey } from '#server/db/list-query.ts'
import type { Tables } from '#server/db/schema.ts'
import type { RowKey } from '#server/keyset-page.ts'
import { selectUsers, type User } from '#server/staff/store.ts'
import type { Filter } from '#shared/list/filter.ts'
import type { FilterId } from '#shared/list/list.ts'
import { inactiveAfterMs, type usersList } from '#shared/staff/users-list.ts'
import { type Expression, sql, type SqlBool } from 'kysely'

/** An account with the columns that sort and search the list; `seen` is 0 without a visit. */
export type ListedUser = User & { name_sort_key: string; email_key: string; seen: number }

type ListTables = Tables & { listed: ListedUser }
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

/** The accounts of a part of the list. */
export function findUsers(
  db: Db,
  selection: UserSelection,
  { columns, direction, after, limit }: UserSlice,
): Promise<ListedUser[]> {
  const found = startAfterKey(selectListed(db, selection).selectAll('listed'), columns, direction, after)
  return columns
    .reduce((query, column) => query.orderBy(column, direction), found)
    .limit(limit)
    .execute()
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
      selectUsers(db)
        .select(['name_sort_key', 'email_key', sql<number>`coalesce(last_seen_at, 0)`.as('seen')])
        .as('listed'),
    )
    .where(compileFilter<ListTables, 'listed'>(filter, compileFields(now)))

const compileFields = (now: number): FieldCompilers<FilterId<typeof usersList>, ListTables, 'listed'> => ({
  search: (_eb, comparison) => searchName(comparison.op === 'matches' ? comparison.text : ''),
  factor: (eb, comparison) =>
    eb(
      'has_second_factor',
      'in',
      comparison.op === 'in' ? comparison.values.map((value) => (value === 'on' ? 1 : 0)) : [],
    ),
  seen: () => isInactive(now),
})

/** No visit for `inactiveAfterMs`, counted from the creation before the first one. */
const isInactive = (now: number): Expression<SqlBool> =>
  sql<SqlBool>`case when seen = 0 then created_at else seen end < ${now - inactiveAfterMs}`

/** A part of the name as it is written or in pinyin, with or without spaces, or of the email. */
function searchName(text: string): Expression<SqlBool> {
  const folded = foldName(text)
  const conditions = [contains('name', text), contains('email_key', text.normalize('NFKC').toLowerCase())]
  if (folded !== '')
    conditions.push(
      contains('name_sort_key', folded),
      sql<SqlBool>`replace(name_sort_key, ' ', '') like ${`%${folded.replaceAll(' ', '')}%`}`,
    )
  return sql<SqlBool>`(${sql.join(conditions, sql` or `)})`
}

const contains = (column: 'name' | 'email_key' | 'name_sort_key', part: string) =>
  sql<SqlBool>`${sql.ref(column)} like ${`%${part.replaceAll(/[\\%_]/g, '\\$&')}%`} escape '\\'`
