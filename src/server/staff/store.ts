import type { Db, Transaction } from '#server/db/database.ts'
import type { UsersTable } from '#server/db/schema/staff.ts'
import type { Locale } from '#shared/locales.ts'

/** An account without its credentials. */
export type User = Pick<UsersTable, 'id' | 'name' | 'email' | 'role' | 'status' | 'created_at' | 'last_seen_at'>

const columns = ['id', 'name', 'email', 'role', 'status', 'created_at', 'last_seen_at'] as const

/** All accounts by name: Chinese names by their pinyin, mixed with the others. */
export const listUsers = (db: Db): Promise<User[]> =>
  db.selectFrom('users').select(columns).orderBy('name_sort_key').orderBy('name').orderBy('id').execute()

export const findUser = (db: Db, id: string): Promise<User | undefined> =>
  db.selectFrom('users').select(columns).where('id', '=', id).executeTakeFirst()

export const findUserByEmail = (db: Db, emailKey: string): Promise<User | undefined> =>
  db.selectFrom('users').select(columns).where('email_key', '=', emailKey).executeTakeFirst()

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
  changes: Partial<Pick<UsersTable, 'role' | 'status' | 'approved_by' | 'approved_at'>>,
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
