import type { ProfileRecord } from '#server/customers/profile-columns.ts'
import type { Db, Transaction } from '#server/db/database.ts'
import { insertAll } from '#server/db/insert.ts'
import { cachedQueryByIds } from '#server/db/query-by-ids.ts'
import type { CustomerProfilesTable } from '#server/db/schema/orders.ts'
import type { Insertable, Updateable } from 'kysely'

/** The profiles of these customers, by number. */
export async function findProfiles(db: Db, numbers: readonly string[]): Promise<Map<string, ProfileRecord>> {
  const rows = await selectProfiles(db, numbers)
  return new Map(rows.map((row) => [row.customer_number, row]))
}

const selectProfiles = cachedQueryByIds<ProfileRecord>((db, numbers) =>
  db.selectFrom('customer_profiles').selectAll().where('customer_number', 'in', numbers).compile(),
)

export const findProfile = async (db: Db, number: string): Promise<ProfileRecord | undefined> =>
  (await findProfiles(db, [number])).get(number)

export const insertProfiles = (
  transaction: Transaction,
  rows: readonly Insertable<CustomerProfilesTable>[],
): Promise<void> => insertAll(transaction, 'customer_profiles', rows)

export const updateProfile = async (
  transaction: Transaction,
  number: string,
  columns: Updateable<CustomerProfilesTable>,
): Promise<void> =>
  void (await transaction.updateTable('customer_profiles').set(columns).where('customer_number', '=', number).execute())

export const insertTokens = (
  transaction: Transaction,
  rows: readonly { customer_number: string; token: string }[],
): Promise<void> => insertAll(transaction, 'customer_tokens', rows)

export const deleteTokens = async (transaction: Transaction, number: string): Promise<void> =>
  void (await transaction.deleteFrom('customer_tokens').where('customer_number', '=', number).execute())

/** The customers that have one of the search tokens in their profiles, with what they are found by. */
export const listProfilesWithTokens = (db: Db, tokens: readonly string[], limit: number) =>
  db
    .selectFrom('customer_tokens')
    .innerJoin('customer_profiles', 'customer_profiles.customer_number', 'customer_tokens.customer_number')
    .select(['customer_profiles.customer_number', 'email', 'phone'])
    .where('token', 'in', tokens)
    .orderBy('customer_tokens.customer_number')
    .limit(limit)
    .execute()

/** The contacts that belong to the profile of a customer. */
export async function listContactsOfProfile(db: Db, number: string): Promise<string[]> {
  const rows = await db
    .selectFrom('customer_contacts')
    .select('contact')
    .where('customer_number', '=', number)
    .execute()
  return rows.map(({ contact }) => contact)
}
