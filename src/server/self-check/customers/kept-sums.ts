import { isCounted } from '#server/customers/first-orders.ts'
import { loadSources, toListKey } from '#server/customers/shown-contacts.ts'
import type { Db } from '#server/db/database.ts'
import type { CustomerRecord } from '#server/db/schema/customers.ts'
import type { CustomerTotals } from '#server/self-check/customers/customer-totals.ts'
import { customerSlices } from '#server/self-check/customers/customers-store.ts'
import * as store from '#server/self-check/customers/order-sums-store.ts'
import type { Findings } from '#server/self-check/findings.ts'
import type { Progress } from '#server/self-check/progress.ts'

const check = 'customers-recorded'

type Customer = Pick<CustomerRecord, 'number' | 'merged_into' | 'name_sort_key' | 'order_count' | 'last_order_at'>

/**
 * The list of customers is sorted and filtered by their names, and by the number and the time of their orders, with those of customers merged into them. Compares these, and subtracts what is kept of their
 * orders from `totals`.
 */
export async function verifyKeptSums(
  db: Db,
  findings: Findings,
  customers: readonly Customer[],
  totals: CustomerTotals,
): Promise<void> {
  const numbers = customers.map(({ number }) => number)
  await subtractSums(db, findings, numbers, totals)
  const merged = Map.groupBy(await store.listMerged(db, numbers), (each) => each.merged_into)
  const isAlone = ({ number, merged_into }: Customer): boolean => merged_into === null && !merged.has(number)
  const groupOf = (number: string): string[] => [number, ...(merged.get(number) ?? []).map((each) => each.number)]
  const roots = customers.flatMap(({ number, merged_into }) => (merged_into === null ? number : []))
  const sources = await loadSources(db, roots)
  // The newest order says when a customer last bought, unless it is a draft or cancelled.
  const isAddedUp = (customer: Customer): boolean => {
    const newest = sources.get(customer.number)?.newest
    return !isAlone(customer) || (newest !== undefined && !isCounted(newest))
  }
  const sumsOf = await loadSums(
    db,
    customers.filter(isAddedUp).flatMap(({ number }) => groupOf(number)),
  )
  for (const customer of customers) {
    const { number, merged_into, order_count } = customer
    const expect = (column: 'name_sort_key' | 'order_count' | 'last_order_at', expected: unknown): void =>
      findings.expectEqual(check, `customers ${number}`, column, customer[column], expected)
    const source = sources.get(number)
    expect('name_sort_key', source ? toListKey(source) : '')
    const sums = merged_into === null ? groupOf(number).flatMap(sumsOf) : []
    if (isAlone(customer)) totals.subtractCounted(number, order_count)
    else {
      expect('order_count', countOf(sums))
      totals.subtractCounted(number, countOf(sumsOf(number)))
    }
    expect(
      'last_order_at',
      isAddedUp(customer)
        ? Math.max(0, ...sums.map(({ last_counted_at }) => last_counted_at ?? 0))
        : (source?.newest?.placed_at ?? 0),
    )
  }
}

/** What is kept of the orders of these customers in each currency. */
async function subtractSums(
  db: Db,
  findings: Findings,
  numbers: readonly string[],
  totals: CustomerTotals,
): Promise<void> {
  for (const { customer_number, currency, ...sums } of await store.listKeptSums(db, numbers)) {
    totals.subtractSums(customer_number, currency, sums)
    // A row without orders changes no total.
    if (sums.order_count === 0) findings.addViolation(check, `customer_sums ${customer_number} ${currency}: no order`)
  }
}

/** Adds up the orders of all customers to name those whose sums are wrong: in each currency, and without currencies of customers that none were merged into. */
export async function findWrongSums(db: Db, findings: Findings, progress: Progress): Promise<void> {
  for await (const customers of customerSlices(db)) {
    const numbers = customers.map(({ number }) => number)
    const sumsOf = await loadSums(db, numbers)
    const kept = Map.groupBy(await store.listKeptSums(db, numbers), (sums) => sums.customer_number)
    const merged = new Set((await store.listMerged(db, numbers)).map(({ merged_into }) => merged_into))
    for (const { number, merged_into, order_count } of customers) {
      compareSums(findings, number, kept.get(number) ?? [], sumsOf(number))
      if (merged_into === null && !merged.has(number))
        findings.expectEqual(check, `customers ${number}`, 'order_count', order_count, countOf(sumsOf(number)))
    }
    await progress.advance(0)
  }
}

/** What the orders of these customers add up to, by customer. */
async function loadSums(db: Db, numbers: readonly string[]): Promise<(number: string) => store.OrderSums[]> {
  const sums = Map.groupBy(await store.sumOrders(db, [...new Set(numbers)]), (each) => each.customer_number)
  return (number) => sums.get(number) ?? []
}

/** How many orders are neither drafts nor cancelled. */
const countOf = (sums: readonly store.OrderSums[]): number => sums.reduce((count, { counted }) => count + counted, 0)

function compareSums(
  findings: Findings,
  number: string,
  kept: Awaited<ReturnType<typeof store.listKeptSums>>,
  sums: readonly store.OrderSums[],
): void {
  const missing = new Map(sums.map((sum) => [sum.currency, sum]))
  for (const { currency, order_count, spent_minor } of kept) {
    const row = `customer_sums ${number} ${currency}`
    const expected = missing.get(currency)
    missing.delete(currency)
    if (!expected) {
      // `subtractSums` names a row that says that it has no orders.
      if (order_count !== 0) findings.addViolation(check, `${row}: no order`)
    } else {
      findings.expectEqual(check, row, 'order_count', order_count, expected.order_count)
      findings.expectEqual(check, row, 'spent_minor', spent_minor, expected.spent_minor)
    }
  }
  for (const currency of missing.keys()) findings.addViolation(check, `customer_sums ${number} ${currency}: missing`)
}
