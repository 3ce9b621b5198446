import type { Db, Transaction } from '#server/db/database.ts'
import { cachedQueryByIds } from '#server/db/query-by-ids.ts'
import { sql } from 'kysely'

/** The customers that these contacts belong to, by contact; one that was merged counts as the other. */
export async function findByContacts(db: Db, contacts: readonly string[]): Promise<Map<string, string>> {
  const found = await selectByContacts(db, contacts)
  return new Map(found.flatMap(({ contact, number }) => (number === null ? [] : [[contact, number]])))
}

/** A scalar subquery for each contact: for a list of them, PostgreSQL reads all contacts until it has statistics. */
const selectByContacts = cachedQueryByIds<{ contact: string; number: string | null }>((db, contacts) => {
  const wanted = sql`(values ${sql.join(contacts.map((contact) => sql`(${contact})`))})`
  return sql<{ contact: string; number: string | null }>`
    select column1 as contact, (
      select coalesce(customers.merged_into, customers.number) from customer_contacts
      inner join customers on customers.number = customer_contacts.customer_number
      where customer_contacts.contact = wanted.column1
    ) as number from ${wanted} as wanted`.compile(db)
})

/** The customers under whom these contacts are stored, by contact; some were merged into others. */
export async function findOwners(db: Db, contacts: readonly string[]): Promise<Map<string, string>> {
  const found = await selectOwners(db, contacts)
  return new Map(found.flatMap(({ contact, number }) => (number === null ? [] : [[contact, number]])))
}

/** As in `selectByContacts`. */
const selectOwners = cachedQueryByIds<{ contact: string; number: string | null }>((db, contacts) => {
  const wanted = sql`(values ${sql.join(contacts.map((contact) => sql`(${contact})`))})`
  return sql<{ contact: string; number: string | null }>`
    select column1 as contact, (
      select customer_number from customer_contacts where customer_contacts.contact = wanted.column1
    ) as number from ${wanted} as wanted`.compile(db)
})

export async function listContactsOfOrder(db: Db, orderId: string): Promise<string[]> {
  const rows = await db.selectFrom('customer_contacts').select('contact').where('order_id', '=', orderId).execute()
  return rows.map(({ contact }) => contact)
}

export async function deleteContact(transaction: Transaction, contact: string): Promise<void> {
  await transaction.deleteFrom('customer_contacts').where('contact', '=', contact).execute()
}

/** Deletes what customers are found by of these orders; returns it. */
export async function deleteContactsOfOrders(transaction: Transaction, orderIds: readonly string[]): Promise<string[]> {
  const deleted = await transaction
    .deleteFrom('customer_contacts')
    .where('order_id', 'in', orderIds)
    .returning('contact')
    .execute()
  return deleted.map(({ contact }) => contact)
}
