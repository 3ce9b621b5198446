import type { Db, Transaction } from '#server/db/database.ts'
import type { UsersTable } from '#server/db/schema/staff.ts'

/** What a user can change in their own account. */
export interface Profile {
  name: string
  muted_mails: string
  time_zone: string
}

export const findProfile = (db: Db, userId: string): Promise<Profile | undefined> =>
  db.selectFrom('users').select(['name', 'muted_mails', 'time_zone']).where('id', '=', userId).executeTakeFirst()

/** The first active users with one of these roles, by name, without one user. */
export const listActiveUsers = (
  db: Db,
  { roles, exceptId, limit }: { roles: readonly string[]; exceptId: string; limit: number },
): Promise<Pick<UsersTable, 'id' | 'name' | 'email' | 'role'>[]> =>
  db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'role'])
    .where('status', '=', 'active')
    .where('role', 'in', roles)
    .where('id', '<>', exceptId)
    .orderBy('name_sort_key')
    .orderBy('name')
    .orderBy('id')
    .limit(limit)
    .execute()

export async function updateProfile(
  transaction: Transaction,
  userId: string,
  changes: Profile & Pick<UsersTable, 'name_sort_key'>,
): Promise<void> {
  await transaction
    .updateTable('users')
    .set(({ eb }) => ({ ...changes, version: eb('version', '+', 1) }))
    .where('id', '=', userId)
    .execute()
}
