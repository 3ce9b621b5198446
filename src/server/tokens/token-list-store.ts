import { foldName } from '#server/list/name-sort-key.ts'
import type { Db } from '#server/db/database.ts'
import { matchesName } from '#server/staff/name-query.ts'
import { contains } from '#server/db/lower-case.ts'
import { compileFilter, type FieldCompilers, startAfterKey } from '#server/db/list-query.ts'
import type { Tables } from '#server/db/schema.ts'
import type { RowKey } from '#server/list/keyset-page.ts'
import { compileNameSearch } from '#server/list/name-search-query.ts'
import type { Filter } from '#shared/list/filter.ts'
import type { FilterId } from '#shared/list/list.ts'
import type { tokensList, TokenState } from '#shared/tokens/tokens-list.ts'
import { type Expression, type ExpressionBuilder, sql, type SqlBool } from 'kysely'

/** Which tokens, those of everyone or of one user, and what time it is. */
export interface TokenSelection {
  filter: Filter
  /** Undefined for those of everyone. */
  userId: string | undefined
  now: number
}

type ListTables = 'api_tokens' | 'users'

const selectVisible = (db: Db, userId: string | undefined) =>
  db
    .selectFrom('api_tokens')
    .innerJoin('users', 'users.id', 'api_tokens.user_id')
    .$if(userId !== undefined, (query) => query.where('api_tokens.user_id', '=', userId ?? ''))

const compileSelection = async (db: Db, { filter, now }: TokenSelection) =>
  compileFilter(filter, compileFields(now, await compileNameSearch(db, 'api_tokens', filter)))

const listed = [
  ...(['api_tokens.id', 'api_tokens.user_id', 'api_tokens.name', 'prefix', 'permissions', 'addresses'] as const),
  ...(['api_tokens.created_at', 'expires_at', 'revoked_at', 'last_used_at', 'last_ip'] as const),
  ...(['users.name as user_name', 'users.role'] as const),
] as const

export const findListedToken = (db: Db, id: string) =>
  selectVisible(db, undefined).select(listed).where('api_tokens.id', '=', id).executeTakeFirst()
export type ListedToken = NonNullable<Awaited<ReturnType<typeof findListedToken>>>

/** Up to `limit` tokens that match, after a key `[created_at, id]`. */
export async function findTokens(
  db: Db,
  selection: TokenSelection,
  { direction, after, limit }: { direction: 'asc' | 'desc'; after: RowKey | undefined; limit: number },
): Promise<ListedToken[]> {
  const key = ['api_tokens.created_at', 'api_tokens.id'] as const
  const matching = selectVisible(db, selection.userId).where(await compileSelection(db, selection))
  return startAfterKey(matching.select(listed), key, direction, after)
    .orderBy(key[0], direction)
    .orderBy(key[1], direction)
    .limit(limit)
    .execute()
}

export async function countTokens(db: Db, selection: TokenSelection): Promise<number> {
  const { count } = await selectVisible(db, selection.userId)
    .where(await compileSelection(db, selection))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Those who have tokens, by name. */
export const listTokenOwners = (db: Db, limit: number): Promise<{ id: string; name: string }[]> =>
  db
    .selectFrom('users')
    .select(['users.id', 'users.name'])
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('api_tokens').select('api_tokens.id').whereRef('api_tokens.user_id', '=', 'users.id')),
    )
    .orderBy('name_sort_key')
    .orderBy('users.id')
    .limit(limit)
    .execute()

const compileFields = (
  now: number,
  hasName: Expression<SqlBool>,
): FieldCompilers<FilterId<typeof tokensList>, Tables, ListTables> => ({
  search: (_eb, comparison) => {
    const text = comparison.op === 'matches' ? comparison.text : ''
    const conditions = [hasName, contains(sql`lower(prefix)`, text.toLowerCase()), matchesName(text, foldName(text))]
    return sql<SqlBool>`(${sql.join(conditions, sql` or `)})`
  },
  state: (eb, comparison) =>
    eb.or(comparison.op === 'in' ? comparison.values.map((value) => hasState[value as TokenState](eb, now)) : []),
  owner: (eb, comparison) =>
    eb('api_tokens.user_id', 'in', comparison.op === 'in' ? (comparison.values as string[]) : []),
  // A JSON list of names without quotes in them.
  permission: (_eb, comparison) =>
    contains(sql`permissions`, JSON.stringify(comparison.op === 'in' ? comparison.values[0] : '')),
})

type Builder = ExpressionBuilder<Tables, ListTables>

/** The condition of each state; see `tokenState`. */
const hasState = {
  revoked: (eb: Builder) => eb('revoked_at', 'is not', null),
  active: (eb: Builder, now: number) => eb.and([eb('revoked_at', 'is', null), eb('expires_at', '>', now)]),
  expired: (eb: Builder, now: number) => eb.and([eb('revoked_at', 'is', null), eb('expires_at', '<=', now)]),
} as const satisfies Record<TokenState, unknown>
