import { firstKey } from '#server/customers/first-key-query.ts'
import * as store from '#server/customers/first-orders-store.ts'
import type { Db, Transaction } from '#server/db/database.ts'
import type { FirstOrdersTable } from '#server/db/schema/customers.ts'
import { toCount } from '#server/list/keyset-page.ts'
import { countLimit } from '#shared/constants.ts'
import type { Count } from '#shared/list/count.ts'
import { countedStatuses, type OrderStatus } from '#shared/orders/order.ts'

/** What decides whether an order is the first of its customer. */
export interface CustomerOrder {
  key: number
  customer_number?: string | null | undefined
  status: OrderStatus
  currency: string
  placed_at: number
}

/** Whether an order can be the first of its customer: drafts and cancelled ones are not. */
export const isCounted = ({ status }: Pick<CustomerOrder, 'status'>): boolean =>
  countedStatuses.some((counted) => counted === status)

/** Stores which of the new orders are the first of their customers. These must not be merged into another customer. */
export async function addFirstOrders(transaction: Transaction, orders: readonly CustomerOrder[]): Promise<void> {
  const counted = orders.flatMap(({ key, customer_number, currency, placed_at, status }): FirstOrdersTable[] =>
    customer_number && isCounted({ status }) ? [{ customer_number, order_key: key, currency, placed_at }] : [],
  )
  await store.upsertEarlier(transaction, pickFirst(counted))
}

/** Updates the first orders after an order has changed. Its search tokens must be up to date. */
export async function updateFirstOrder(
  transaction: Transaction,
  before: CustomerOrder,
  after: CustomerOrder,
): Promise<void> {
  const isSame =
    before.customer_number === after.customer_number &&
    isCounted(before) === isCounted(after) &&
    (['currency', 'placed_at'] as const).every((column) => before[column] === after[column])
  if (!isSame) await updateFirstOrders(transaction, [before.customer_number, after.customer_number])
}

/** Finds and stores the first orders of these customers, and of those that they are merged into. */
export async function updateFirstOrders(
  transaction: Transaction,
  customerNumbers: readonly (string | null | undefined)[],
): Promise<void> {
  const numbers = [...new Set(customerNumbers)].filter((number) => typeof number === 'string')
  if (numbers.length === 0) return
  const roots = await store.listRoots(transaction, numbers)
  const found = await listFirstOrders(transaction, roots)
  await store.deleteFirstOrders(transaction, [...new Set([...numbers, ...roots])])
  await store.upsertEarlier(transaction, pickFirst(found))
}

/** The first order of each of these customers, and of each that was merged into one, by the customer that it counts for. */
export const listFirstOrders = (db: Db, numbers: readonly string[]): Promise<FirstOrdersTable[]> =>
  db
    .selectFrom('customers')
    .innerJoin('orders', (join) => join.on('orders.key', '=', firstKey('customers.number')))
    .select(({ fn }) => fn.coalesce('customers.merged_into', 'customers.number').as('customer_number'))
    .select(['orders.key as order_key', 'orders.currency', 'orders.placed_at'])
    .where(({ eb, or }) => or([eb('customers.number', 'in', numbers), eb('customers.merged_into', 'in', numbers)]))
    .execute()

/** The first one of each customer. */
export const pickFirst = (orders: readonly FirstOrdersTable[]): FirstOrdersTable[] =>
  [...Map.groupBy(orders, (order) => order.customer_number).values()].flatMap(
    (own) => own.toSorted((a, b) => a.placed_at - b.placed_at || a.order_key - b.order_key)[0] ?? [],
  )

/** How many customers have their first order in a currency from `from` until before `until`, ms. */
export const countNewCustomers = async (
  db: Db,
  range: { currency: string; from: number; until: number },
): Promise<Count> => toCount(await store.countFirstOrders(db, { ...range, limit: countLimit + 1 }))
