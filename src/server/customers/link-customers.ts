import type { RequestContext } from '#server/context.ts'
import { findCustomer } from '#server/customers/find-customer.ts'
import { listProfilesWithTokens } from '#server/customers/profile-store.ts'
import * as contactsStore from '#server/customers/contacts-store.ts'
import * as ordersStore from '#server/customers/orders-store.ts'
import * as store from '#server/customers/store.ts'
import type { Db, Transaction } from '#server/db/database.ts'
import { insertAll } from '#server/db/insert.ts'
import type { CustomerContactsTable } from '#server/db/schema/customers.ts'
import { toCustomerSortKey } from '#server/orders/customer-sort-key.ts'
import { allocateNumbers } from '#server/orders/numbers.ts'
import { toContactTokens } from '#server/orders/tokens/search-tokens.ts'
import { listContacts } from '#shared/customers/contacts.ts'

interface OrderContact {
  orderId: string
  email: string
  phone: string
  customerName: string
}

/** The customers of new orders, in their order; null without an email address and a phone number. */
interface LinkedCustomers {
  numbers: (string | null)[]
  /** New contacts of customers; stored by `insertContacts` once the orders exist. */
  contacts: CustomerContactsTable[]
}

/**
 * Finds the customer of each order by its email address, else by its phone number, else creates one. Two transactions that see the same new
 * contact conflict: one of them is repeated and finds the customer of the other.
 */
export async function findOrCreateCustomers(
  transaction: Transaction,
  { kontor }: RequestContext,
  orders: readonly OrderContact[],
): Promise<LinkedCustomers> {
  const contactsByOrder = orders.map(listContacts)
  const found = await contactsStore.findByContacts(transaction, [...new Set(contactsByOrder.flat())])
  const customers = new Map([...found].map(([contact, number]) => [contact, { number }]))
  const created: { number: string; name: string }[] = []
  const added: { contact: string; orderId: string; customer: { number: string } }[] = []
  const linked = contactsByOrder.map((own, index) => {
    if (own.length === 0) return null
    let customer = own.map((contact) => customers.get(contact)).find((each) => each !== undefined)
    if (!customer) {
      const newCustomer = { number: '', name: orders[index]?.customerName ?? '' }
      created.push(newCustomer)
      customer = newCustomer
    }
    for (const contact of own)
      if (!customers.has(contact)) {
        customers.set(contact, customer)
        added.push({ contact, orderId: orders[index]?.orderId ?? '', customer })
      }
    return customer
  })
  const now = kontor.now()
  const numbers = await allocateNumbers(
    transaction,
    kontor.book.timeZone,
    'CU',
    created.map(() => now),
  )
  for (const [index, customer] of created.entries()) customer.number = numbers[index] ?? ''
  await store.insertCustomers(
    transaction,
    created.map(({ number, name }) => ({ number, name_sort_key: toCustomerSortKey(name) })),
  )
  return {
    numbers: linked.map((customer) => customer?.number ?? null),
    contacts: added.map(({ contact, orderId, customer }) => toOrderContact(contact, orderId, customer.number)),
  }
}

/** Stores contacts of customers. The orders must exist. */
export const insertContacts = (transaction: Transaction, contacts: readonly CustomerContactsTable[]): Promise<void> =>
  insertAll(transaction, 'customer_contacts', contacts)

/**
 * The customer of an order whose email address or phone number changed: the one that it has, unless their personal data was erased, else the
 * one found or created for it. The new ones belong to that customer from now on, unless they are another's.
 */
export async function relinkCustomer(
  transaction: Transaction,
  context: RequestContext,
  order: OrderContact & { customerNumber: string | null },
): Promise<string | null> {
  const customer = order.customerNumber === null ? undefined : await findCustomer(transaction, order.customerNumber)
  if (!customer || customer.erased_at !== null) {
    const { numbers, contacts } = await findOrCreateCustomers(transaction, context, [order])
    await insertContacts(transaction, contacts)
    return numbers[0] ?? order.customerNumber
  }
  const own = listContacts(order)
  const known = await contactsStore.findByContacts(transaction, own)
  const added = own.filter((contact) => !known.has(contact))
  await insertContacts(
    transaction,
    added.map((contact) => toOrderContact(contact, order.orderId, customer.number)),
  )
  return customer.number
}

const toOrderContact = (contact: string, orderId: string, customerNumber: string): CustomerContactsTable => ({
  contact,
  order_id: orderId,
  customer_number: customerNumber,
})

/** `releaseContact` for those of an order whose personal data was erased. */
export async function releaseContacts(transaction: Transaction, orderId: string): Promise<void> {
  for (const contact of await contactsStore.listContactsOfOrder(transaction, orderId))
    await releaseContact(transaction, contact)
}

/**
 * Gives a contact to the oldest other order that has it, and with it to that order's customer, else to a customer whose profile has it; one
 * that neither has any more is forgotten.
 */
export async function releaseContact(transaction: Transaction, contact: string): Promise<void> {
  await contactsStore.deleteContact(transaction, contact)
  const heir = await findHeir(transaction, contact)
  if (heir) await insertContacts(transaction, [heir])
}

async function findHeir(transaction: Transaction, contact: string): Promise<CustomerContactsTable | undefined> {
  const order = await findOldestOrder(transaction, contact)
  if (order) return toOrderContact(contact, order.id, order.customerNumber)
  const candidates = await listProfilesWithTokens(transaction, toTokens(contact), candidatesPerRead)
  const profile = candidates.find((each) => listContacts(each).includes(contact))
  return profile && { contact, order_id: null, customer_number: profile.customer_number }
}

/** `releaseContacts` for orders that are about to be deleted, whose search tokens are deleted already. */
export async function releaseContactsOf(transaction: Transaction, orderIds: readonly string[]): Promise<void> {
  const contacts = await contactsStore.deleteContactsOfOrders(transaction, orderIds)
  const tokensByContact = new Map(contacts.map((contact) => [contact, toTokens(contact)]))
  const known = await store.findKnownTokens(transaction, [...tokensByContact.values()].flat())
  const heirs: CustomerContactsTable[] = []
  for (const [contact, tokens] of tokensByContact) {
    if (!tokens.some((token) => known.has(token))) continue
    const heir = await findHeir(transaction, contact)
    if (heir) heirs.push(heir)
  }
  await insertContacts(transaction, heirs)
}

const candidatesPerRead = 50

/** The search tokens that an order with a contact may have. */
function toTokens(contact: string): string[] {
  const value = contact.slice(contact.indexOf(':') + 1)
  const isPhone = contact.startsWith('phone:')
  // A contact has no international prefix, but the token of a phone number has the one that was typed.
  const texts = isPhone ? [value, `00${value}`] : [value]
  return texts.flatMap((text) =>
    toContactTokens({ email: isPhone ? '' : text, phone: isPhone ? text : '', customerNumber: null }),
  )
}

/** The oldest order that has a contact, whose search tokens find it. */
async function findOldestOrder(db: Db, contact: string): Promise<{ id: string; customerNumber: string } | undefined> {
  const tokens = toTokens(contact)
  for (let offset = 0; ; offset += candidatesPerRead) {
    const candidates = await ordersStore.listOrdersWithTokens(db, tokens, { offset, limit: candidatesPerRead })
    // The token of a phone number is also that of an order with this number in an address only.
    for (const { id, customer_number: customerNumber, ...order } of candidates)
      if (customerNumber !== null && listContacts(order).includes(contact)) return { id, customerNumber }
    if (candidates.length < candidatesPerRead) return undefined
  }
}
