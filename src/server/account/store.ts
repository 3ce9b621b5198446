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
