import { loadNameSortKeys } from '#server/customers/shown-contacts.ts'
import type { Db } from '#server/db/database.ts'
import type { CustomerRecord } from '#server/db/schema/customers.ts'
import * as store from '#server/self-check/customers/order-sums-store.ts'
import type { Findings } from '#server/self-check/findings.ts'

const check = 'customers-recorded'

type Customer = Pick<CustomerRecord, 'number' | 'merged_into' | 'name_sort_key' | 'order_count' | 'last_order_at'>

/**
 * What the orders of customers add up to is kept as it is, in each currency; and so is what the list of customers is sorted and filtered by,
 * with the orders of customers merged into others.
 */
export async function verifyKeptSums(db: Db, findings: Findings, customers: readonly Customer[]): Promise<void> {
  const numbers = customers.map(({ number }) => number)
  const merged = await store.listMerged(db, numbers)
  const all = new Set([...numbers, ...merged.map(({ number }) => number)])
  const sums = Map.groupBy(await store.sumOrders(db, [...all]), (sum) => sum.customer_number)
  await verifySums(db, findings, numbers, sums)
  const mergedInto = Map.groupBy(merged, (each) => each.merged_into)
  await verifyListKeys(db, findings, customers, (root) =>
    [root, ...(mergedInto.get(root) ?? []).map(({ number }) => number)].flatMap((number) => sums.get(number) ?? []),
  )
}

async function verifySums(
  db: Db,
  findings: Findings,
  numbers: readonly string[],
  sums: ReadonlyMap<string, readonly store.OrderSums[]>,
): Promise<void> {
  const kept = Map.groupBy(await store.listKeptSums(db, numbers), (sum) => sum.customer_number)
  for (const number of numbers) {
    const missing = new Map((sums.get(number) ?? []).map((sum) => [sum.currency, sum]))
    for (const { currency, order_count, spent_minor } of kept.get(number) ?? []) {
      const row = `customer_sums ${number} ${currency}`
      const expected = missing.get(currency)
      missing.delete(currency)
      if (!expected) findings.addViolation(check, `${row}: no order`)
      else {
        findings.expectEqual(check, row, 'order_count', order_count, expected.order_count)
        findings.expectEqual(check, row, 'spent_minor', spent_minor, expected.spent_minor)
      }
    }
    for (const currency of missing.keys()) findings.addViolation(check, `customer_sums ${number} ${currency}: missing`)
  }
}

/** `sumsOf` has those of a customer and of those merged into it. */
async function verifyListKeys(
  db: Db,
  findings: Findings,
  customers: readonly Customer[],
  sumsOf: (root: string) => readonly store.OrderSums[],
): Promise<void> {
  const roots = customers.filter(({ merged_into }) => merged_into === null).map(({ number }) => number)
  const names = await loadNameSortKeys(db, roots)
  for (const { number, merged_into, ...kept } of customers) {
    const sums = merged_into === null ? sumsOf(number) : []
    const expected = {
      name_sort_key: names.get(number) ?? '',
      order_count: sums.reduce((count, { counted }) => count + counted, 0),
      last_order_at: Math.max(0, ...sums.map(({ last_counted_at }) => last_counted_at ?? 0)),
    }
    for (const column of ['name_sort_key', 'order_count', 'last_order_at'] as const)
      findings.expectEqual(check, `customers ${number}`, column, kept[column], expected[column])
  }
}
