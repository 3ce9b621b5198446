import {
  addFirstOrders,
  type CustomerOrder,
  isCounted,
  updateFirstOrder,
  updateFirstOrders,
} from '#server/customers/first-orders.ts'
import { listRoots } from '#server/customers/first-orders-store.ts'
import * as store from '#server/customers/list-keys-store.ts'
import { type SummedOrder, updateSums } from '#server/customers/sums.ts'
import { loadNameSortKeys } from '#server/customers/shown-contacts.ts'
import type { Db, Transaction } from '#server/db/database.ts'

/** The values by which the list of customers is sorted and filtered. */
type ListKeys = Pick<store.StoredKeys, 'name_sort_key' | 'order_count' | 'last_order_at'>

/** The columns of an order on which what is kept of its customer depends. */
interface KeyedOrder extends CustomerOrder, SummedOrder {
  customer_name: string
  customer_sort_key: string
  shipping_address: string
}

/** The keys of customers who were merged into others. */
const noKeys: ListKeys = { name_sort_key: '', order_count: 0, last_order_at: 0 }

/** Brings what is kept of customers up to date after new orders were stored, with their search tokens. Their customers must not be merged into others. */
export async function addOrdersToCustomers(
  transaction: Transaction,
  orders: readonly Omit<KeyedOrder, 'shipping_address'>[],
): Promise<void> {
  await addFirstOrders(transaction, orders)
  const ofCustomers = [...Map.groupBy(orders, ({ customer_number: number }) => number ?? '')]
    .flatMap(([number, own]) => (number === '' ? [] : [{ number, own }]))
    // Two transactions that write the same customers cannot deadlock, and each page is written once.
    .toSorted((a, b) => (a.number < b.number ? -1 : 1))
  const known = await store.findNameKeys(
    transaction,
    ofCustomers.map(({ number }) => number),
  )
  await store.addOrders(
    transaction,
    ofCustomers.flatMap(({ number, own }) => {
      const times = own.filter(isCounted).map((order) => order.placed_at)
      return times.length === 0 ? [] : [{ number, order_count: times.length, last_order_at: Math.max(...times) }]
    }),
  )
  const renamed = ofCustomers.filter(({ number, own }) => {
    const key = known.get(number)
    return key !== undefined && own.some((order) => order.customer_sort_key === '' || order.customer_sort_key !== key)
  })
  await updateNames(
    transaction,
    renamed.map(({ number }) => number),
  )
  await updateSums(transaction, { before: [], after: orders })
}

/** Brings what is kept of the customers of an order up to date after it has changed, with its search tokens. */
export async function updateCustomersOfOrder(
  transaction: Transaction,
  before: KeyedOrder,
  after: KeyedOrder,
): Promise<void> {
  await updateFirstOrder(transaction, before, after)
  await updateSums(transaction, { before: [before], after: [after] })
  const isSame = (columns: readonly (keyof KeyedOrder)[]): boolean =>
    columns.every((column) => before[column] === after[column])
  if (!isSame(['customer_number', 'placed_at']) || isCounted(before) !== isCounted(after))
    await updateListKeys(transaction, [before.customer_number, after.customer_number])
  else if (!isSame(['customer_name', 'shipping_address'])) await updateListKeys(transaction, [after.customer_number])
}

/** The same after the search tokens of these orders were deleted, because the orders are being removed. */
export async function removeOrdersFromCustomers(
  transaction: Transaction,
  orders: readonly SummedOrder[],
): Promise<void> {
  await updateCustomers(
    transaction,
    orders.map((order) => order.customer_number),
  )
  await updateSums(transaction, { before: orders, after: [] })
}

/** Brings the first orders and list keys of these customers up to date after their orders were removed or counted for others. */
export async function updateCustomers(
  transaction: Transaction,
  customerNumbers: readonly (string | null | undefined)[],
): Promise<void> {
  await updateFirstOrders(transaction, customerNumbers)
  await updateListKeys(transaction, customerNumbers)
}

/** Computes and stores what these customers, and those that they are merged into, are sorted and filtered by. */
export async function updateListKeys(
  transaction: Transaction,
  customerNumbers: readonly (string | null | undefined)[],
): Promise<void> {
  const numbers = [...new Set(customerNumbers)].filter((number) => typeof number === 'string')
  if (numbers.length === 0) return
  const roots = await listRoots(transaction, numbers)
  const keys = await computeListKeys(transaction, roots)
  const changed = (await store.listKeys(transaction, [...new Set([...numbers, ...roots])])).flatMap(
    ({ number, ...stored }) => {
      const expected = keys.get(number) ?? noKeys
      return isSameKeys(stored, expected) ? [] : [{ number, ...expected }]
    },
  )
  await store.updateKeys(transaction, changed)
}

const isSameKeys = (one: ListKeys, other: ListKeys): boolean =>
  one.name_sort_key === other.name_sort_key &&
  one.order_count === other.order_count &&
  one.last_order_at === other.last_order_at

/** Computes and stores what these customers are sorted by; they must not be merged into others. */
async function updateNames(transaction: Transaction, numbers: readonly string[]): Promise<void> {
  for (const [number, key] of await loadNameSortKeys(transaction, numbers))
    await store.updateNameKey(transaction, number, key)
}

/** What these customers are sorted and filtered by, as their profiles and orders say; they must not be merged into others. */
async function computeListKeys(db: Db, numbers: readonly string[]): Promise<Map<string, ListKeys>> {
  const names = await loadNameSortKeys(db, numbers)
  const counts = await store.countOrdersOf(db, numbers)
  return new Map(
    [...names].map(([number, name_sort_key]) => {
      const { order_count = 0, last_order_at = 0 } = counts.get(number) ?? {}
      return [number, { name_sort_key, order_count, last_order_at }]
    }),
  )
}

/** Customers whose names the migration fills at once. */
const sliceSize = 500

/** Fills the keys of all customers, which have none yet. */
export async function fillListKeys(transaction: Transaction): Promise<void> {
  // All at once: looking up the orders of each customer takes minutes in a large book.
  await store.fillOrderCounts(transaction)
  for (let after: string | undefined = ''; after !== undefined;) {
    const numbers = await store.listNumbersAfter(transaction, after, sliceSize)
    if (numbers.length > 0) await updateNames(transaction, await listRoots(transaction, numbers))
    after = numbers.at(-1)
  }
}
