import * as contactsStore from '#server/customers/contacts-store.ts'
import * as store from '#server/customers/store.ts'
import type { Db } from '#server/db/database.ts'
import { listContacts } from '#shared/customers/contacts.ts'
import { ProblemError } from '#shared/problem.ts'

export { findCustomer, findKeptNumbers, findNewestNames } from '#server/customers/store.ts'

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
  const kept = found.merged_into ? await store.findCustomer(db, found.merged_into) : found
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
  const [found, own] = await Promise.all([store.findCustomer(db, number), store.listMerged(db, number)])
  const merged = found?.merged_into ? await store.listMerged(db, found.merged_into) : own
  return { found, merged: merged.map((each) => each.number) }
}

/** The number of the customer with this number, email address or phone number. */
export async function findCustomerNumber(db: Db, text: string): Promise<string | undefined> {
  const number = text.trim().toUpperCase()
  if (number.startsWith('CU')) {
    const customer = await store.findCustomer(db, number)
    if (customer) return customer.removed_at === null ? (customer.merged_into ?? customer.number) : undefined
  }
  const contacts = listContacts({ email: text, phone: text })
  const found = await contactsStore.findByContacts(db, contacts)
  return contacts.map((contact) => found.get(contact)).find((each) => each !== undefined)
}
