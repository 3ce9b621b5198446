import { cachedQuery } from '#server/db/cached-query.ts'
import type { Db, Transaction } from '#server/db/database.ts'
import { insertAll } from '#server/db/insert.ts'
import { idPlaceholders, queryByIds } from '#server/db/query-by-ids.ts'
import type { CustomerContactsTable } from '#server/db/schema.ts'

/** The customers that these contacts belong to, by contact; one that was merged counts as the other. */
export async function findByContacts(db: Db, contacts: readonly string[]): Promise<Map<string, string>> {
  const found = await queryByIds(contacts, (ids) => selectByContacts(db, [...ids]))
  return new Map(found.map(({ contact, number }) => [contact, number]))
}

const selectByContacts = cachedQuery<{ contact: string; number: string }>((db) =>
  db
    .selectFrom('customer_contacts')
    .innerJoin('orders', 'orders.id', 'customer_contacts.order_id')
    .innerJoin('customers', 'customers.number', 'orders.customer_number')
    .select('contact')
    .select(({ fn }) => fn.coalesce('customers.merged_into', 'customers.number').as('number'))
    .where('contact', 'in', idPlaceholders)
    .compile(),
)

export const insertCustomers = (transaction: Transaction, numbers: readonly string[]): Promise<void> =>
  insertAll(
    transaction,
    'customers',
    numbers.map((number) => ({ number })),
  )

/** The orders must exist. */
export const insertContacts = (transaction: Transaction, contacts: readonly CustomerContactsTable[]): Promise<void> =>
  insertAll(transaction, 'customer_contacts', contacts)
