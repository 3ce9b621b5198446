import type { ProfileRecord } from '#server/customers/profile-columns.ts'
import type { Db, Transaction } from '#server/db/database.ts'
import { insertAll } from '#server/db/insert.ts'
import { cachedQueryByIds } from '#server/db/query-by-ids.ts'
import type { CustomerProfilesTable } from '#server/db/schema/customers.ts'
import { countLimit } from '#shared/constants.ts'
import { type Insertable, sql, type Updateable } from 'kysely'

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

/** The customers with these ids in a system, by id; some were merged into others. */
export async function findByExternalIds(db: Db, source: string, ids: readonly string[]): Promise<Map<string, string>> {
  const wanted = [...new Set(ids)].filter((id) => id !== '')
  if (wanted.length === 0) return new Map()
  const rows = await db
    .selectFrom('customer_profiles')
    .select(['external_id', 'customer_number'])
    .where('source', '=', source)
    .where('external_id', 'in', wanted)
    .execute()
  return new Map(rows.map(({ external_id, customer_number }) => [external_id, customer_number]))
}

/** The customers without an id that imports from a system created with these names, with what the last file said; some were merged into others. */
export async function findByNames(
  db: Db,
  source: string,
  names: readonly string[],
): Promise<{ number: string; received: string }[]> {
  const wanted = [...new Set(names)]
  if (wanted.length === 0) return []
  const rows = await db
    .selectFrom('customer_profiles')
    .innerJoin('customers', 'customers.number', 'customer_number')
    .select(['received', 'customers.number'])
    .where('source', '=', source)
    .where('name', 'in', wanted)
    // As in the condition of the index.
    .where('external_id', '=', sql.lit(''))
    .where('import_number', 'is not', null)
    .where('erased_at', 'is', null)
    .orderBy('customers.number')
    .execute()
  return rows
}

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
    .where('order_id', 'is', null)
    .where('customer_number', '=', number)
    .execute()
  return rows.map(({ contact }) => contact)
}

/** The customers that an import created and whose profiles are as it left them: those that its undo can remove. */
export async function listUntouched(db: Db, importNumber: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('customer_profiles')
    .innerJoin('customers', 'customers.number', 'customer_number')
    .select('customer_number')
    .where('import_number', '=', importNumber)
    .where('customer_profiles.version', '=', 1)
    .where('merged_into', 'is', null)
    .where('erased_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('customers as merged')
            .select('merged.number')
            .whereRef('merged.merged_into', '=', 'customer_number'),
        ),
      ),
    )
    // Customers who have or had store credit stay.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('ledger_links as link')
            .select('link.entry_seq')
            .where('link.type', '=', 'customer')
            .whereRef('link.object_id', '=', 'customer_number'),
        ),
      ),
    )
    .orderBy('customer_number')
    .limit(limit)
    .execute()
  return rows.map(({ customer_number }) => customer_number)
}

/** How many profiles of an import there are. */
export async function countOfImport(db: Db, importNumber: string): Promise<number> {
  const { count } = await db
    .selectFrom('customer_profiles')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('import_number', '=', importNumber)
    .executeTakeFirstOrThrow()
  return count
}

/** How many customers of an import are listed, counted a little further than the limit of counts. */
export async function countListedOfImport(db: Db, importNumber: string): Promise<number> {
  const listed = selectListedOfImport(db, importNumber).limit(countLimit + 1)
  const { count } = await db
    .selectFrom(listed.as('listed'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The customers with a profile of an import who were not merged into others. */
const selectListedOfImport = (db: Db, importNumber: string) =>
  db
    .selectFrom('customer_profiles')
    .select('customer_number')
    .where('import_number', '=', importNumber)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('customers')
            .select('number')
            .whereRef('number', '=', 'customer_number')
            .where('merged_into', 'is not', null),
        ),
      ),
    )

/** A part of the listed customers of an import, by number. */
export async function listOfImport(
  db: Db,
  importNumber: string,
  { direction, after, limit }: { direction: 'asc' | 'desc'; after: string | undefined; limit: number },
): Promise<string[]> {
  const rows = await selectListedOfImport(db, importNumber)
    .$if(after !== undefined, (query) => query.where('customer_number', direction === 'asc' ? '>' : '<', after ?? ''))
    .orderBy('customer_number', direction)
    .limit(limit)
    .execute()
  return rows.map(({ customer_number }) => customer_number)
}

export const deleteProfile = async (transaction: Transaction, number: string): Promise<void> =>
  void (await transaction.deleteFrom('customer_profiles').where('customer_number', '=', number).execute())
