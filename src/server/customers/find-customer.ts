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
  const found = await store.findCustomer(db, number)
  const kept = found?.merged_into ? await store.findCustomer(db, found.merged_into) : found
  if (!kept || kept.removed_at !== null) throw new ProblemError('not-found', { number })
  const numbers = await findCustomerNumbers(db, kept.number)
  return { number: kept.number, mergedNumbers: numbers.slice(1), numbers, erasedAt: kept.erased_at }
}

/** The numbers under which the orders of a customer are stored; the given one if there is no such customer. */
export async function findCustomerNumbers(db: Db, number: string): Promise<string[]> {
  const found = await store.findCustomer(db, number)
  const kept = found?.merged_into ?? number
  return [kept, ...(await store.listMerged(db, kept)).map((merged) => merged.number)]
}

/** The number of the customer with this number, email address or phone number. */
export async function findCustomerNumber(db: Db, text: string): Promise<string | undefined> {
  const number = text.trim().toUpperCase()
  if (number.startsWith('CU')) {
    const customer = await store.findCustomer(db, number)
    return customer?.removed_at === null ? (customer.merged_into ?? customer.number) : undefined
  }
  const contacts = listContacts({ email: text, phone: text })
  const found = await store.findByContacts(db, contacts)
  return contacts.map((contact) => found.get(contact)).find((each) => each !== undefined)
}
