import * as store from '#server/customers/sums-store.ts'
import type { Db, Transaction } from '#server/db/database.ts'
import type { CustomerSumsTable } from '#server/db/schema/customers.ts'
import { toCustomerToken } from '#server/orders/tokens/search-tokens.ts'
import { add } from '#shared/money.ts'

/** The columns of an order on which the sums of its customer depend. */
export interface SummedOrder {
  customer_number?: string | null | undefined
  currency: string
  captured_minor: number
  refunded_minor: number
}

/** Adds orders to the sums of their customers (`after`) and subtracts them (`before`): both for orders that changed. */
export async function updateSums(
  transaction: Transaction,
  { before, after }: Record<'before' | 'after', readonly SummedOrder[]>,
): Promise<void> {
  const changes = [...before.flatMap((order) => toSums(order, -1)), ...after.flatMap((order) => toSums(order, 1))]
  const sums = addUp(changes).filter((sum) => sum.order_count !== 0 || sum.spent_minor !== 0)
  await store.addSums(transaction, sums)
  const numbers = sums.flatMap((sum) => (sum.order_count < 0 ? [sum.customer_number] : []))
  if (numbers.length > 0) await store.deleteEmptySums(transaction, numbers)
}

/** None for an order without a customer. */
const toSums = (order: SummedOrder, sign: 1 | -1): CustomerSumsTable[] =>
  order.customer_number
    ? [
        {
          customer_number: order.customer_number,
          currency: order.currency,
          order_count: sign,
          // Added to zero, because minus one times zero is -0.
          spent_minor: add(0, sign * (order.captured_minor - order.refunded_minor)),
        },
      ]
    : []

/** One row for each customer and currency, sorted by them: two transactions that write the same rows cannot deadlock, and each page is written once. */
const addUp = (sums: readonly CustomerSumsTable[]): CustomerSumsTable[] =>
  [...Map.groupBy(sums, ({ customer_number, currency }) => `${customer_number} ${currency}`)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, same]) =>
      same.reduce((sum, other) => ({
        ...sum,
        order_count: sum.order_count + other.order_count,
        spent_minor: add(sum.spent_minor, other.spent_minor),
      })),
    )

/** What the orders of a customer add up to, with those of customers merged into it. */
interface OrderSums {
  count: number
  /** When the first and the newest one were placed, ms; null without an order. */
  firstAt: number | null
  lastAt: number | null
  /** Captured less refunded. */
  spent: { currency: string; amountMinor: number }[]
}

/** Adds up the sums of these customers. */
export async function loadSums(db: Db, numbers: readonly string[]): Promise<OrderSums> {
  const [sums, times] = await Promise.all([
    store.listSums(db, numbers),
    store.listOrderTimes(db, numbers.map(toCustomerToken)),
  ])
  const first = times.flatMap(({ first_at }) => first_at ?? [])
  const last = times.flatMap(({ last_at }) => last_at ?? [])
  return {
    count: add(...sums.map(({ order_count }) => order_count)),
    firstAt: first.length === 0 ? null : Math.min(...first),
    lastAt: last.length === 0 ? null : Math.max(...last),
    spent: [...Map.groupBy(sums, ({ currency }) => currency)].map(([currency, same]) => ({
      currency,
      amountMinor: add(...same.map(({ spent_minor }) => spent_minor)),
    })),
  }
}
