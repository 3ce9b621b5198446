import { cachedLookup } from '#server/db/cached-query.ts'
import { type UserColumns, userColumns } from '#server/auth/user-columns.ts'
import type { Db, Transaction } from '#server/db/database.ts'
import type { ApiTokensTable } from '#server/db/schema/staff.ts'
import type { Insertable } from 'kysely'

/** An API token with its user and their role, whether or not it is still valid. */
export interface TokenRow extends Omit<ApiTokensTable, 'user_id' | 'name' | 'token_hash' | 'prefix'>, UserColumns {
  token_name: string
}

const selectTokens = (db: Db) =>
  db
    .selectFrom('api_tokens')
    .innerJoin('users', 'users.id', 'api_tokens.user_id')
    .leftJoin('roles', 'roles.id', 'users.role')
    .select(userColumns)
    .select(['api_tokens.id', 'api_tokens.name as token_name', 'api_tokens.permissions', 'api_tokens.addresses'])
    .select(['api_tokens.created_at', 'api_tokens.expires_at', 'api_tokens.revoked_at'])
    .select(['api_tokens.last_used_at', 'api_tokens.last_ip'])

// Cached because every request with a token runs them.
const selectByHash = cachedLookup<TokenRow>((db) => selectTokens(db).where('token_hash', '=', '').compile())
const selectById = cachedLookup<TokenRow>((db) => selectTokens(db).where('api_tokens.id', '=', '').compile())

export const findTokenByHash = async (db: Db, hash: string): Promise<TokenRow | undefined> =>
  (await selectByHash(db, [hash]))[0]

export const findTokenById = async (db: Db, id: string): Promise<TokenRow | undefined> =>
  (await selectById(db, [id]))[0]

export async function touchToken(
  transaction: Transaction,
  id: string,
  use: { last_used_at: number; last_ip: string },
): Promise<void> {
  await transaction.updateTable('api_tokens').set(use).where('id', '=', id).execute()
}

export async function insertToken(transaction: Transaction, token: Insertable<ApiTokensTable>): Promise<void> {
  await transaction.insertInto('api_tokens').values(token).execute()
}

export async function setTokenRevoked(transaction: Transaction, id: string, at: number): Promise<void> {
  await transaction.updateTable('api_tokens').set({ revoked_at: at }).where('id', '=', id).execute()
}

/** The number of tokens of a user that are neither revoked nor expired. */
export async function countValidTokens(db: Db, userId: string, now: number): Promise<number> {
  const { count } = await db
    .selectFrom('api_tokens')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return Number(count)
}
