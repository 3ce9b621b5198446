import type { OrderRecord } from '#server/db/schema/orders.ts'
import { isCounted } from '#server/customers/first-orders.ts'

/** What was added up, each number multiplied by the weight of its customer. */
export type CollectedTotals = Readonly<Record<'orderCount' | 'spentMinor' | 'countedCount', bigint>>

type Order = Pick<OrderRecord, 'customer_number' | 'currency' | 'status' | 'captured_minor' | 'refunded_minor'>

/**
 * Compares what is kept of all customers with all orders, without adding up the orders of each customer, which are far apart on the disk: each order is added and each
 * kept sum subtracted, multiplied by a weight of its customer and currency. If all sums are right, zero remains. If some are wrong, zero remains with a probability of about
 * 1 in 4 billion, because the weights are 32-bit hashes with a random seed, another one for each verification.
 */
export class CustomerTotals {
  readonly #seed: number
  #orderCount = 0n
  #spentMinor = 0n
  #countedCount = 0n

  constructor(seed: number) {
    this.#seed = seed
  }

  addOrder({ customer_number: customer, currency, status, captured_minor, refunded_minor }: Order): void {
    if (customer === null) return
    const weight = this.#weightOf(`${customer} ${currency}`)
    this.#orderCount += weight
    this.#spentMinor += weight * BigInt(captured_minor - refunded_minor)
    if (isCounted({ status })) this.#countedCount += this.#weightOf(customer)
  }

  /** What is kept of the orders of a customer in one currency. */
  subtractSums(
    customer: string,
    currency: string,
    { order_count, spent_minor }: Record<'order_count' | 'spent_minor', number>,
  ): void {
    const weight = this.#weightOf(`${customer} ${currency}`)
    this.#orderCount -= weight * BigInt(order_count)
    this.#spentMinor -= weight * BigInt(spent_minor)
  }

  /** The number of orders of a customer that are neither drafts nor cancelled. */
  subtractCounted(customer: string, count: number): void {
    this.#countedCount -= this.#weightOf(customer) * BigInt(count)
  }

  collected(): CollectedTotals {
    return { orderCount: this.#orderCount, spentMinor: this.#spentMinor, countedCount: this.#countedCount }
  }

  /** Adds what was added up elsewhere, with the same seed. */
  addAll({ orderCount, spentMinor, countedCount }: CollectedTotals): void {
    this.#orderCount += orderCount
    this.#spentMinor += spentMinor
    this.#countedCount += countedCount
  }

  /** Whether the sums of all orders are those that are kept. */
  areZero(): boolean {
    return this.#orderCount === 0n && this.#spentMinor === 0n && this.#countedCount === 0n
  }

  #weightOf(key: string): bigint {
    return BigInt(Bun.hash.xxHash32(key, this.#seed))
  }
}
