import type { Db } from '#server/db/database.ts'
import { firstKey, listFirstOrders, pickFirst } from '#server/customers/first-orders.ts'
import { queryByIds } from '#server/db/query-by-ids.ts'
import type { FirstOrdersTable } from '#server/db/schema/orders.ts'

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

/** Customers by number, a slice at a time, with what is kept of their first order, that order, and their own first one. */
export async function* customerSlices(db: Db) {
  for (let after = ''; ;) {
    const customers = await listCustomers(db, after)
    yield customers
    const last = customers.at(-1)
    if (!last || customers.length < sliceSize) return
    after = last.number
  }
}

export type CustomerRow = Awaited<ReturnType<typeof listCustomers>>[number]

const listCustomers = (db: Db, after: string) =>
  db
    .selectFrom('customers')
    .leftJoin('first_orders as first', 'first.customer_number', 'customers.number')
    .leftJoin('orders', 'orders.key', 'first.order_key')
    .selectAll('customers')
    .select(['first.order_key as first_key', 'first.currency as first_currency', 'first.placed_at as first_placed_at'])
    .select(['orders.currency', 'orders.placed_at'])
    .select(firstKey('customers.number').as('own_first_key'))
    .where('customers.number', '>', after)
    .orderBy('customers.number')
    .limit(sliceSize)
    .execute()

/** The first orders of those of the customers that others were merged into. */
export async function listFirstOfGroups(db: Db, numbers: readonly string[]): Promise<FirstOrdersTable[]> {
  const roots = await queryByIds(numbers, (ids) =>
    db
      .selectFrom('customers')
      .select('merged_into')
      .distinct()
      .where('merged_into', 'in', [...ids])
      .execute(),
  )
  const first = await queryByIds(
    roots.flatMap(({ merged_into }) => merged_into ?? []),
    (ids) => listFirstOrders(db, ids),
  )
  return pickFirst(first)
}

/** The events of customers, which are few. */
export const listCustomerEvents = (db: Db) =>
  db
    .selectFrom('events')
    .select(['id', 'object_id', 'object_label', 'at', 'action', 'parameters'])
    .where('object_type', '=', 'customer')
    .execute()
