import { firstKey } from '#server/customers/first-key-query.ts'
import { listFirstOrders, pickFirst } from '#server/customers/first-orders.ts'
import type { Db } from '#server/db/database.ts'
import { queryByIds } from '#server/db/query-by-ids.ts'
import type { FirstOrdersTable } from '#server/db/schema/customers.ts'
import { maxViolations } from '#server/self-check/findings.ts'

/** Which of these contacts find a customer. */
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

/** The events of these customers. */
export const listCustomerEvents = (db: Db, numbers: readonly string[]) =>
  queryByIds(numbers, (ids) =>
    db
      .selectFrom('events')
      .select(['id', 'object_id', 'at', 'action', 'parameters'])
      .where('object_type', '=', 'customer')
      .where('object_id', 'in', [...ids])
      .orderBy('at')
      .orderBy('id')
      .execute(),
  )

/** The personal values in the events of these customers. */
export const listCustomerValues = (db: Db, numbers: readonly string[]) =>
  queryByIds(numbers, (ids) =>
    db
      .selectFrom('events')
      .innerJoin('event_personal_values', 'event_id', 'events.id')
      .selectAll('event_personal_values')
      .where('object_type', '=', 'customer')
      .where('object_id', 'in', [...ids])
      .execute(),
  )

/** Customers that only their events know. */
export async function listMissingCustomers(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('events')
    .select('object_id')
    .distinct()
    .where('object_type', '=', 'customer')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('customers').select('number').whereRef('number', '=', 'object_id'))),
    )
    .limit(maxViolations)
    .execute()
  return rows.map(({ object_id }) => object_id)
}

/** The profiles of these customers. */
export const listProfiles = (db: Db, numbers: readonly string[]) =>
  queryByIds(numbers, (ids) =>
    db
      .selectFrom('customer_profiles')
      .selectAll()
      .where('customer_number', 'in', [...ids])
      .execute(),
  )

/** The search tokens of the profiles of these customers. */
export const listProfileTokens = (db: Db, numbers: readonly string[]) =>
  queryByIds(numbers, (ids) =>
    db
      .selectFrom('customer_tokens')
      .selectAll()
      .where('customer_number', 'in', [...ids])
      .execute(),
  )

/** The contacts that belong to the profiles of these customers. */
export const listProfileContacts = (db: Db, numbers: readonly string[]) =>
  queryByIds(numbers, (ids) =>
    db
      .selectFrom('customer_contacts')
      .select(['contact', 'customer_number'])
      .where('order_id', 'is', null)
      .where('customer_number', 'in', [...ids])
      .execute(),
  )
