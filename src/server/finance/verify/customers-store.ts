import type { Db } from '#server/db/database.ts'
import { queryByIds } from '#server/db/query-by-ids.ts'

/** Those of the contacts by which a customer is found. */
export async function listStoredContacts(db: Db, contacts: readonly string[]): Promise<string[]> {
  const found = await queryByIds(contacts, (ids) =>
    db
      .selectFrom('customer_contacts')
      .select('contact')
      .where('contact', 'in', [...ids])
      .execute(),
  )
  return found.map(({ contact }) => contact)
}

const sliceSize = 1000

/** Customers by number, a slice at a time. */
export async function* customerSlices(db: Db) {
  for (let after = ''; ;) {
    const customers = await db
      .selectFrom('customers')
      .selectAll()
      .where('number', '>', after)
      .orderBy('number')
      .limit(sliceSize)
      .execute()
    yield customers
    const last = customers.at(-1)
    if (!last || customers.length < sliceSize) return
    after = last.number
  }
}

/** The events of customers, which are few. */
export const listCustomerEvents = (db: Db) =>
  db
    .selectFrom('events')
    .select(['id', 'object_id', 'object_label', 'at', 'action', 'parameters'])
    .where('object_type', '=', 'customer')
    .execute()
