import { parseParameters } from '#server/events/events.ts'
import type { Db } from '#server/db/database.ts'
import * as store from '#server/finance/verify/customers-store.ts'
import type { DocumentNumbers } from '#server/finance/verify/document-numbers.ts'
import type { StoredBook } from '#server/finance/verify/entries.ts'
import type { Findings } from '#server/finance/verify/findings.ts'
import type { Progress } from '#server/finance/verify/progress.ts'

/** Customers are numbered without gaps, were merged and erased as their events say, and have the first of their orders kept. */
export async function verifyCustomers(
  db: Db,
  findings: Findings,
  progress: Progress,
  _book: StoredBook,
  numbers: DocumentNumbers,
): Promise<void> {
  const events = Map.groupBy(await store.listCustomerEvents(db), ({ object_id }) => object_id)
  for await (const customers of store.customerSlices(db)) {
    for (const customer of customers) {
      numbers.add('customers', customer.number, null)
      const row = `customers ${customer.number}`
      const expected = replay(events.get(customer.number) ?? [])
      for (const [column, value] of Object.entries(expected))
        findings.expectEqual('customers-recorded', row, column, customer[column as keyof typeof expected], value)
      events.delete(customer.number)
    }
    await verifyFirstOrders(db, findings, customers)
    findings.examined(customers.length, 'customers-recorded')
    await progress.advance(0)
  }
  for (const number of events.keys()) findings.addViolation('customers-recorded', `customers ${number}: missing`)
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

/** What its events made of a customer, in the order of the versions that they made. */
function replay(events: readonly CustomerEvent[]) {
  const customer = { merged_into: null as unknown, erased_at: null as number | null, version: 1 + events.length }
  const values = events
    .map((event) => ({ ...event, values: parseParameters(event.parameters).parameters }))
    .toSorted((a, b) => Number(a.values['version']) - Number(b.values['version']))
  for (const {
    action,
    at,
    values: { mergedInto },
  } of values)
    if (action === 'customer.erased') customer.erased_at = at
    else if (mergedInto !== undefined) customer.merged_into = mergedInto
  return customer
}
