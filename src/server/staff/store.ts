import type { Db, Transaction } from '#server/db/database.ts'
import type { UsersTable } from '#server/db/schema/staff.ts'
import type { Locale } from '#shared/locales.ts'

/** An account without its credentials. */
export interface User extends Pick<
  UsersTable,
  'id' | 'name' | 'email' | 'role' | 'status' | 'created_at' | 'last_seen_at'
> {
  /** 1 or 0. */
  has_second_factor: number
}

/** The accounts as `User`, to be narrowed. */
export const selectUsers = (db: Db) =>
  db
    .selectFrom('users')
    .select(['users.id', 'users.name', 'email', 'role', 'status', 'users.created_at', 'last_seen_at'])
    .select(({ eb, exists, selectFrom }) =>
      eb
        .case()
        .when(
          exists(
            selectFrom('credentials')
              .select('credentials.id')
              .whereRef('credentials.user_id', '=', 'users.id')
              .where('credentials.kind', 'in', ['totp', 'passkey']),
          ),
        )
        .then(eb.lit(1))
        .else(eb.lit(0))
        .end()
        .as('has_second_factor'),
    )

/** Every account by name. */
export const listAccounts = (db: Db): Promise<User[]> =>
  selectUsers(db).orderBy('name_sort_key').orderBy('users.name').orderBy('users.id').execute()

/** Up to `limit` people who could act: every account that was approved, by name. */
export const listActors = (db: Db, limit: number): Promise<Pick<User, 'id' | 'name'>[]> =>
  db
    .selectFrom('users')
    .select(['id', 'name'])
    .where('role', 'is not', null)
    .orderBy('name_sort_key')
    .orderBy('id')
    .limit(limit)
    .execute()

export const findUser = (db: Db, id: string): Promise<User | undefined> =>
  selectUsers(db).where('users.id', '=', id).executeTakeFirst()

export const findUserByEmail = (db: Db, emailKey: string): Promise<User | undefined> =>
  selectUsers(db).where('email_key', '=', emailKey).executeTakeFirst()

/** The accounts with these emails. */
export const findUsersByEmail = (db: Db, emailKeys: readonly string[]): Promise<(User & { email_key: string })[]> =>
  selectUsers(db).select('email_key').where('email_key', 'in', emailKeys).execute()

/** The accounts with the ids after one, in their order, which is that of their creation. */
export const listUsersAfter = (db: Db, id: string, limit: number): Promise<User[]> =>
  selectUsers(db).where('users.id', '>', id).orderBy('users.id').limit(limit).execute()

export async function countActiveOwners(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('role', '=', 'owner')
    .where('status', '=', 'active')
    .executeTakeFirstOrThrow()
  return count
}

export async function updateUser(
  transaction: Transaction,
  id: string,
  changes: Partial<Pick<UsersTable, 'role' | 'status' | 'approved_by' | 'approved_at' | 'name' | 'name_sort_key'>>,
): Promise<void> {
  await transaction
    .updateTable('users')
    .set(({ eb }) => ({ ...changes, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

export async function setLocale(transaction: Transaction, id: string, locale: Locale): Promise<void> {
  await transaction.updateTable('users').set({ locale }).where('id', '=', id).execute()
}
