import type { Db } from '#server/db/database.ts'
import { parseParameters } from '#server/events/events.ts'
import * as store from '#server/self-check/customers/customers-store.ts'
import type { CustomerTotals } from '#server/self-check/customers/customer-totals.ts'
import { verifyKeptSums } from '#server/self-check/customers/kept-sums.ts'
import { verifyProfile } from '#server/self-check/customers/profiles.ts'
import type { StoredBook } from '#server/self-check/finance/book-settings-store.ts'
import type { Findings } from '#server/self-check/findings.ts'
import type { DocumentNumbers } from '#server/self-check/orders/document-numbers.ts'
import type { Progress } from '#server/self-check/progress.ts'
import { listContacts } from '#shared/customers/contacts.ts'

const check = 'customers-recorded'

/**
 * Customers are numbered without gaps, were merged, erased and removed as their events say, and have the first of their orders and the sums of
 * all of them kept. Their profiles, what these are found by and their contacts are as recorded.
 */
export async function verifyCustomers(
  db: Db,
  findings: Findings,
  progress: Progress,
  _book: StoredBook,
  { numbers, totals }: { numbers: DocumentNumbers; totals: CustomerTotals },
): Promise<void> {
  for await (const customers of store.customerSlices(db)) {
    const related = await loadRelated(
      db,
      customers.map(({ number }) => number),
    )
    for (const customer of customers) {
      const { number } = customer
      numbers.add('customers', number, null)
      const { events, ...profile } = related(number)
      const expected = replay(events)
      for (const [column, value] of Object.entries(expected))
        findings.expectEqual(check, `customers ${number}`, column, customer[column as keyof typeof expected], value)
      verifyProfile(findings, number, { events, ...profile })
    }
    await verifyFirstOrders(db, findings, customers)
    await verifyKeptSums(db, findings, customers, totals)
    await verifyStored(db, findings, customers, related)
    findings.examined(customers.length, check)
    await progress.advance(0)
  }
  for (const number of await store.listMissingCustomers(db))
    findings.addViolation(check, `customers ${number}: missing`)
}

type Related = Awaited<ReturnType<typeof loadRelated>>

/** Everything that says something about these customers. */
async function loadRelated(db: Db, numbers: readonly string[]) {
  const events = Map.groupBy(await store.listCustomerEvents(db, numbers), (row) => row.object_id)
  const values = Map.groupBy(await store.listCustomerValues(db, numbers), (row) => row.event_id)
  const tokens = Map.groupBy(await store.listProfileTokens(db, numbers), (row) => row.customer_number)
  const contacts = Map.groupBy(await store.listProfileContacts(db, numbers), (row) => row.customer_number)
  const profiles = new Map((await store.listProfiles(db, numbers)).map((row) => [row.customer_number, row]))
  return (number: string) => ({
    events: events.get(number) ?? [],
    values,
    profile: profiles.get(number),
    tokens: (tokens.get(number) ?? []).map(({ token }) => token),
    contacts: (contacts.get(number) ?? []).map(({ contact }) => contact),
  })
}

/** Every contact of a profile finds some customer. */
async function verifyStored(
  db: Db,
  findings: Findings,
  customers: readonly { number: string }[],
  related: Related,
): Promise<void> {
  const wanted = new Map(
    customers.flatMap(({ number }) => {
      const { profile } = related(number)
      return profile ? listContacts(profile).map((contact) => [contact, number] as const) : []
    }),
  )
  const stored = new Set(await store.listStoredContacts(db, [...wanted.keys()]))
  for (const [contact, number] of wanted)
    if (!stored.has(contact)) findings.addViolation(check, `customer_contacts ${contact}: missing, ${number} has it`)
}

type Customer = store.CustomerRow

/** The order that is kept as the first of a customer is the first one, in its currency and with its time. */
async function verifyFirstOrders(db: Db, findings: Findings, customers: readonly Customer[]): Promise<void> {
  const firstKeys = new Map(customers.map(({ number, own_first_key }) => [number, own_first_key]))
  for (const { customer_number, order_key } of await store.listFirstOfGroups(db, [...firstKeys.keys()]))
    firstKeys.set(customer_number, order_key)
  for (const customer of customers) {
    const row = `first_orders ${customer.number}`
    const firstKey = customer.merged_into === null ? (firstKeys.get(customer.number) ?? null) : null
    findings.expectEqual('customers-recorded', row, 'order_key', customer.first_key, firstKey)
    if (customer.first_key === null) continue
    findings.expectEqual('customers-recorded', row, 'currency', customer.first_currency, customer.currency)
    findings.expectEqual('customers-recorded', row, 'placed_at', customer.first_placed_at, customer.placed_at)
  }
}

type CustomerEvent = Awaited<ReturnType<typeof store.listCustomerEvents>>[number]

/** The state of a customer after its events, in the order of versions. */
function replay(events: readonly CustomerEvent[]) {
  const ofCustomer = events
    .map((event) => ({ ...event, values: parseParameters(event.parameters).parameters }))
    .filter(({ values }) => values['version'] !== undefined)
    .toSorted((a, b) => Number(a.values['version']) - Number(b.values['version']))
  const customer = {
    merged_into: null as unknown,
    erased_at: null as number | null,
    removed_at: null as number | null,
    version: 1 + ofCustomer.length,
  }
  for (const {
    action,
    at,
    values: { mergedInto },
  } of ofCustomer)
    if (action === 'customer.erased') customer.erased_at = at
    else if (action === 'customer.removed') customer.removed_at = at
    else if (mergedInto !== undefined) customer.merged_into = mergedInto
  return customer
}
