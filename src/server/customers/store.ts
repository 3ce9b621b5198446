import { yieldToEventLoop } from '#server/event-loop.ts'
import { cachedLookup, cachedQuery } from '#server/db/cached-query.ts'
import { isInPart, selectEntries } from '#server/orders/token-parts-query.ts'
import type { Db, Transaction } from '#server/db/database.ts'
import { insertAll } from '#server/db/insert.ts'
import { cachedQueryByIds } from '#server/db/query-by-ids.ts'
import type { CustomerContactsTable, CustomersTable } from '#server/db/schema/orders.ts'
import { findNewestOrders } from '#server/customers/list-store.ts'
import { findProfiles } from '#server/customers/profile-store.ts'
import { toCustomerToken } from '#server/orders/search-tokens.ts'
import { type Selectable, sql } from 'kysely'

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

export const insertCustomers = (transaction: Transaction, numbers: readonly string[]): Promise<void> =>
  insertAll(
    transaction,
    'customers',
    numbers.map((number) => ({ number })),
  )

/** The orders must exist. */
export const insertContacts = (transaction: Transaction, contacts: readonly CustomerContactsTable[]): Promise<void> =>
  insertAll(transaction, 'customer_contacts', contacts)

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

/** Those of the search tokens that any order or profile has. */
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

/** A part of the orders with one of the search tokens, the oldest first. */
export const listOrdersWithTokens = (
  db: Db,
  tokens: readonly string[],
  { offset, limit }: { offset: number; limit: number },
) =>
  selectEntries(db, tokens)
    .innerJoin('orders', 'orders.key', 'entry.order_key')
    .select(['orders.id', 'email', 'phone', 'customer_number'])
    .orderBy('entry.placed_at')
    .orderBy('entry.order_key')
    .offset(offset)
    .limit(limit)
    .execute()

type CustomerRecord = Selectable<CustomersTable>

export const findCustomer = async (db: Db, number: string): Promise<CustomerRecord | undefined> =>
  (await selectCustomer(db, [number]))[0]

const selectCustomer = cachedLookup<CustomerRecord>((db) =>
  db.selectFrom('customers').selectAll().where('number', '=', '').compile(),
)

/** These customers, or those that they were merged into, in this order. */
export async function listKept(db: Db, numbers: readonly string[]): Promise<string[]> {
  const kept = await findKeptNumbers(db, numbers)
  return numbers.flatMap((number) => kept.get(number) ?? [])
}

/** The numbers of these customers, or of those that they were merged into. */
export const findKeptNumbers = async (db: Db, numbers: readonly string[]): Promise<Map<string, string>> =>
  new Map((await selectCustomers(db, numbers)).map((row) => [row.number, row.merged_into ?? row.number]))

const selectCustomers = cachedQueryByIds<Pick<CustomerRecord, 'number' | 'merged_into'>>((db, numbers) =>
  db.selectFrom('customers').select(['number', 'merged_into']).where('number', 'in', numbers).compile(),
)

/** Those of the customers whose personal data was erased. */
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

/** The newest orders of these customers, the newest first. */
export async function listNewestOrders(db: Db, numbers: readonly string[], limit: number) {
  const orders = (await Promise.all(numbers.map((number) => selectNewest(db, [toCustomerToken(number), limit])))).flat()
  return orders.toSorted((a, b) => b.placed_at - a.placed_at || b.key - a.key).slice(0, limit)
}

const selectNewest = cachedQuery((db) =>
  db
    .selectFrom((query) =>
      query
        .selectFrom('order_tokens')
        .select('order_key')
        .where(isInPart(db, 'shared'))
        .where('token', '=', '')
        .orderBy('placed_at', 'desc')
        .orderBy('order_key', 'desc')
        .limit(0)
        .as('newest'),
    )
    .innerJoin('orders', 'orders.key', 'newest.order_key')
    .select([
      'key',
      'id',
      'number',
      'placed_at',
      'currency',
      'total_minor',
      'status',
      'payment_status',
      'fulfillment_status',
    ])
    .select(['customer_name', 'email', 'phone'])
    .compile(),
)

/** Orders that are added up at once: a counter sale may have made one customer of all who gave no address. */
const ordersPerSum = 5_000

/** The sums of all orders of a customer, without those merged into it: some for each currency, which others have to add up. */
export async function sumOrders(db: Db, number: string, limit = ordersPerSum): Promise<OrderSums[]> {
  const token = toCustomerToken(number)
  const sums = await selectSums(db, [token, 0, 0, limit])
  let count = countOf(sums)
  for (let after = [0, 0]; count === limit;) {
    const [last] = await selectKeyAhead(db, [token, ...after, limit - 1])
    if (!last) break
    await yieldToEventLoop()
    after = [last.placed_at, last.order_key]
    const part = await selectSums(db, [token, ...after, limit])
    count = countOf(part)
    sums.push(...part)
  }
  return sums
}

interface OrderSums {
  currency: string
  count: number
  spent_minor: number
  first_at: number
  last_at: number
}

const countOf = (sums: readonly OrderSums[]): number => sums.reduce((sum, { count }) => sum + count, 0)

const selectSums = cachedLookup((db) =>
  sql<OrderSums>`
    select orders.currency, count(*) as count, sum(captured_minor - refunded_minor) as spent_minor,
      min(orders.placed_at) as first_at, max(orders.placed_at) as last_at
    from (
      select order_key from order_tokens where ${isInPart(db, 'shared')} and token = ${''} and (placed_at, order_key) > (${0}, ${0})
      order by placed_at, order_key limit ${0}
    ) as part
    cross join orders where orders.key = part.order_key
    group by orders.currency`.compile(db),
)

const selectKeyAhead = cachedLookup((db) =>
  sql<{ placed_at: number; order_key: number }>`
    select placed_at, order_key from order_tokens where ${isInPart(db, 'shared')} and token = ${''} and (placed_at, order_key) > (${0}, ${0})
    order by placed_at, order_key limit 1 offset ${0}`.compile(db),
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

/** All orders of these customers, with what decides whether they are finished. */
export const listOrders = (db: Db, numbers: readonly string[]) =>
  db
    .selectFrom('order_tokens')
    .innerJoin('orders', 'orders.key', 'order_tokens.order_key')
    .select(['orders.number', 'status', 'total_minor', 'captured_minor', 'refunded_minor', 'granted_minor'])
    .select(['refund_pending_minor', 'dispute_open_minor', 'dispute_offset_minor'])
    .where(isInPart(db, 'shared'))
    .where('token', 'in', numbers.map(toCustomerToken))
    .orderBy('orders.placed_at')
    .orderBy('orders.key')
    .execute()

/** How many orders these customers have. */
export async function countOrders(db: Db, numbers: readonly string[]): Promise<number> {
  const { count } = await db
    .selectFrom('order_tokens')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(isInPart(db, 'shared'))
    .where('token', 'in', numbers.map(toCustomerToken))
    .executeTakeFirstOrThrow()
  return count
}

/** All orders of these customers. */
export const selectOrders = (db: Db, numbers: readonly string[]) =>
  db
    .selectFrom('order_tokens')
    .innerJoin('orders', 'orders.key', 'order_tokens.order_key')
    .where(isInPart(db, 'shared'))
    .where('token', 'in', numbers.map(toCustomerToken))

/** The customers of orders, or those that they were merged into, in the order of the orders. */
export async function listCustomersOfOrders(db: Db, orderIds: readonly string[]): Promise<string[]> {
  if (orderIds.length === 0) return []
  const rows = await db
    .selectFrom('orders')
    .innerJoin('customers', 'customers.number', 'orders.customer_number')
    .select(['orders.id', 'customers.number', 'customers.merged_into'])
    .where('orders.id', 'in', orderIds)
    .execute()
  const byOrder = new Map(rows.map(({ id, number, merged_into }) => [id, merged_into ?? number]))
  return orderIds.flatMap((id) => byOrder.get(id) ?? [])
}

/** The name and the email address in the profile or on the newest order of each customer. */
export async function findNewestNames(
  db: Db,
  numbers: readonly string[],
): Promise<Map<string, { name: string; email: string }>> {
  const profiles = await findProfiles(db, numbers)
  const isIncomplete = (number: string): boolean => !profiles.get(number)?.name || !profiles.get(number)?.email
  const orders = await findNewestOrders(db, numbers.filter(isIncomplete))
  return new Map(
    numbers.flatMap((number) => {
      const [profile, newest] = [profiles.get(number), orders.get(number)]
      if (!profile && !newest) return []
      const name = profile?.name || (newest?.customer_name ?? '')
      return [[number, { name, email: profile?.email || (newest?.email ?? '') }] as const]
    }),
  )
}
