import type { Db } from '#server/db/database.ts'
import type { OrderRecord } from '#server/db/schema/orders.ts'
import { listStoredContacts } from '#server/self-check/customers/customers-store.ts'
import type { Findings } from '#server/self-check/findings.ts'
import type { RecordedChange } from '#server/self-check/orders/order-events.ts'
import type { RelatedRows } from '#server/self-check/orders/related-rows.ts'
import { listContacts } from '#shared/customers/contacts.ts'

/** Customers are found by the email address and phone number of each of their orders, and by no others than their orders had. */
export class Contacts {
  readonly #findings: Findings
  /** Contacts that other orders had first, with the number of an order that has them, too. */
  readonly #elsewhere = new Map<string, string>()

  constructor(findings: Findings) {
    this.#findings = findings
  }

  verify(order: OrderRecord, { contacts, imports }: RelatedRows, changes: readonly RecordedChange[]): void {
    const own = new Set(contacts.map(({ contact }) => contact))
    if (order.customer_number !== null)
      for (const contact of listContacts(order)) if (!own.has(contact)) this.#elsewhere.set(contact, order.number)
    if (own.size === 0) return
    const known = new Set(order.customer_number === null ? [] : listHistory(order, imports[0]?.payload, changes))
    for (const { contact, customer_number: customer } of contacts)
      if (!known.has(contact) || customer !== order.customer_number)
        this.#findings.addViolation('customers-recorded', `customer_contacts ${contact}: not of ${order.number}`)
  }

  /** Looks for the contacts that are not stored with the orders themselves. */
  async findMissing(db: Db): Promise<void> {
    const stored = new Set(await listStoredContacts(db, [...this.#elsewhere.keys()]))
    for (const [contact, number] of this.#elsewhere)
      if (!stored.has(contact))
        this.#findings.addViolation('customers-recorded', `customer_contacts ${contact}: missing, ${number} has it`)
  }
}

/** Every contact that the order has or had. */
function listHistory(order: OrderRecord, payload: string | undefined, changes: readonly RecordedChange[]): string[] {
  const valuesOf = (name: 'email' | 'phone'): string[] => [
    order[name],
    ...changes.flatMap(({ field, from, to }) => (field === name ? [String(from), String(to)] : [])),
  ]
  return [
    ...valuesOf('email').flatMap((email) => listContacts({ email, phone: '' })),
    ...valuesOf('phone').flatMap((phone) => listContacts({ email: '', phone })),
    ...parseContacts(payload),
  ]
}

/** Empty if the payload cannot be read, which another check reports. */
function parseContacts(payload = ''): string[] {
  try {
    return listContacts(JSON.parse(payload))
  } catch {
    return []
  }
}
