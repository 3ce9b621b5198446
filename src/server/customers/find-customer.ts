import * as contactsStore from '#server/customers/contacts-store.ts'
import { findNewestOrders } from '#server/customers/list-store.ts'
import { findProfiles } from '#server/customers/profile-store.ts'
import { listMerged } from '#server/customers/store.ts'
import { cachedLookup } from '#server/db/cached-query.ts'
import type { Db } from '#server/db/database.ts'
import { cachedQueryByIds } from '#server/db/query-by-ids.ts'
import type { CustomerRecord } from '#server/db/schema/customers.ts'
import { listContacts } from '#shared/customers/contacts.ts'
import { ProblemError } from '#shared/problem.ts'

/** The customer with this number, also one that was merged into another. */
export const findCustomer = async (db: Db, number: string): Promise<CustomerRecord | undefined> =>
  (await selectCustomer(db, [number]))[0]

const selectCustomer = cachedLookup<CustomerRecord>((db) =>
  db.selectFrom('customers').selectAll().where('number', '=', '').compile(),
)

/** A customer with those that were merged into it; their orders are its orders. */
export interface CustomerGroup {
  number: string
  mergedNumbers: string[]
  /** The numbers of all. */
  numbers: string[]
  erasedAt: number | null
}

/** The customer with this number, or the one that it was merged into. Throws `not-found`. */
export async function findGroup(db: Db, number: string): Promise<CustomerGroup> {
  const group = await findGroupIfAny(db, number)
  if (!group) throw new ProblemError('not-found', { number })
  return group
}

/** The same; undefined if there is no such customer. Throws `not-found` for one that was removed. */
export async function findGroupIfAny(db: Db, number: string): Promise<CustomerGroup | undefined> {
  const { found, merged } = await findWithMerged(db, number)
  if (!found) return undefined
  const kept = found.merged_into ? await findCustomer(db, found.merged_into) : found
  if (!kept || kept.removed_at !== null) throw new ProblemError('not-found', { number })
  return { number: kept.number, mergedNumbers: merged, numbers: [kept.number, ...merged], erasedAt: kept.erased_at }
}

/** The numbers under which the orders of a customer are stored; the given one if there is no such customer. */
export async function findCustomerNumbers(db: Db, number: string): Promise<string[]> {
  const { found, merged } = await findWithMerged(db, number)
  return [found?.merged_into ?? number, ...merged]
}

/** A customer, and the numbers of those that were merged into the one that is kept. Both are read at once, because most customers were not merged. */
async function findWithMerged(db: Db, number: string) {
  const [found, own] = await Promise.all([findCustomer(db, number), listMerged(db, number)])
  const merged = found?.merged_into ? await listMerged(db, found.merged_into) : own
  return { found, merged: merged.map((each) => each.number) }
}

/** The number of the customer with this number, email address or phone number. */
export async function findCustomerNumber(db: Db, text: string): Promise<string | undefined> {
  const number = text.trim().toUpperCase()
  if (number.startsWith('CU')) {
    const customer = await findCustomer(db, number)
    if (customer) return customer.removed_at === null ? (customer.merged_into ?? customer.number) : undefined
  }
  const contacts = listContacts({ email: text, phone: text })
  const found = await contactsStore.findByContacts(db, contacts)
  return contacts.map((contact) => found.get(contact)).find((each) => each !== undefined)
}

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

/** The name and the email address in the profile or on the newest order of each customer. */
export async function findNewestNames(
  db: Db,
  numbers: readonly string[],
): Promise<Map<string, { name: string; email: string }>> {
  const [profiles, orders] = await Promise.all([findProfiles(db, numbers), findNewestOrders(db, numbers)])
  return new Map(
    numbers.flatMap((number) => {
      const [profile, newest] = [profiles.get(number), orders.get(number)]
      if (!profile && !newest) return []
      const name = profile?.name || (newest?.customer_name ?? '')
      return [[number, { name, email: profile?.email || (newest?.email ?? '') }] as const]
    }),
  )
}
