import { parseParameters } from '#server/events/events.ts'
import type { Db } from '#server/db/database.ts'
import * as store from '#server/finance/verify/customers-store.ts'
import type { DocumentNumbers } from '#server/finance/verify/document-numbers.ts'
import type { StoredBook } from '#server/finance/verify/entries.ts'
import type { Findings } from '#server/finance/verify/findings.ts'
import type { Progress } from '#server/finance/verify/progress.ts'

/** Customers are numbered without gaps, and were merged and erased as their events say. */
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
    findings.examined(customers.length, 'customers-recorded')
    await progress.advance(0)
  }
  for (const number of events.keys()) findings.addViolation('customers-recorded', `customers ${number}: missing`)
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
