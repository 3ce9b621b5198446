import { cachedLookup } from '#server/db/cached-query.ts'
import { isInPart } from '#server/orders/tokens/token-parts-query.ts'
import type { Db, Transaction } from '#server/db/database.ts'
import { insertAll } from '#server/db/insert.ts'
import { cachedQueryByIds } from '#server/db/query-by-ids.ts'
import type { CustomerRecord } from '#server/db/schema/customers.ts'
import { sql } from 'kysely'

export const insertCustomers = (
  transaction: Transaction,
  customers: readonly { number: string; name_sort_key: string }[],
): Promise<void> => insertAll(transaction, 'customers', customers)

/** Which of these search tokens any order or profile has. */
export async function findKnownTokens(db: Db, tokens: readonly string[]): Promise<Set<string>> {
  return new Set((await selectKnownTokens(db, tokens)).map(({ token }) => token))
}

const selectKnownTokens = cachedQueryByIds<{ token: string }>((db, tokens) => {
  const wanted = sql`(values ${sql.join(tokens.map((token) => sql`(${token})`))})`
  return sql<{ token: string }>`
    select column1 as token from ${wanted} as wanted
    where exists (select 1 from order_tokens where ${isInPart(db, 'parts')} and order_tokens.token = wanted.column1)
      or exists (select 1 from customer_tokens where customer_tokens.token = wanted.column1)`.compile(db)
})

/** Which of these customers had their personal data erased. */
export async function listErased(db: Db, numbers: readonly string[]): Promise<Set<string>> {
  const rows = await selectErased(db, numbers)
  return new Set(rows.map(({ number }) => number))
}

const selectErased = cachedQueryByIds<{ number: string }>((db, numbers) =>
  db
    .selectFrom('customers')
    .select('number')
    .where('number', 'in', numbers)
    .where('erased_at', 'is not', null)
    .compile(),
)

/** The customers that were merged into this one. */
export const listMerged = (db: Db, number: string): Promise<CustomerRecord[]> => selectMerged(db, [number])

const selectMerged = cachedLookup<CustomerRecord>((db) =>
  db.selectFrom('customers').selectAll().where('merged_into', '=', '').orderBy('number').compile(),
)

/** Writes that a customer, and those merged into it before, are merged into another one from now on. */
export async function updateMerged(transaction: Transaction, number: string, mergedInto: string): Promise<void> {
  await transaction
    .updateTable('customers')
    .set(({ eb }) => ({ merged_into: mergedInto, version: eb('version', '+', 1) }))
    .where('number', '=', number)
    .execute()
}

/** Writes that the undo of an import has removed a customer. */
export async function updateRemoved(transaction: Transaction, number: string, at: number): Promise<void> {
  await transaction
    .updateTable('customers')
    .set(({ eb }) => ({ removed_at: at, version: eb('version', '+', 1) }))
    .where('number', '=', number)
    .execute()
}
