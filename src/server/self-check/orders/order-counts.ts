import type { Db } from '#server/db/database.ts'
import { million } from '#server/orders/counts.ts'
import type { Findings } from '#server/self-check/findings.ts'
import * as store from '#server/self-check/orders/order-counts-store.ts'
import type { OrderSummary } from '#server/self-check/orders/order-slices-store.ts'
import { dayOf } from '#shared/time.ts'

/** The numbers of orders in a range, by their statuses and by day. */
export interface CountedOrders {
  byStatus: ReadonlyMap<string, number>
  byDay: ReadonlyMap<string, number>
  /** The sum of the orders of a day, in millions of minor units and the rest. */
  millionsByDay: ReadonlyMap<string, number>
  restsByDay: ReadonlyMap<string, number>
}

/** Counts all orders, by their statuses and by day, to compare them with the counts that are kept. */
export class OrderCounts {
  readonly #byStatus = new Map<string, number>()
  readonly #byDay = new Map<string, number>()
  readonly #millionsByDay = new Map<string, number>()
  readonly #restsByDay = new Map<string, number>()
  readonly #timeZone: string

  constructor(timeZone: string) {
    this.#timeZone = timeZone
  }

  add(order: OrderSummary): void {
    const { currency, status, payment_status, fulfillment_status, archived, placed_at, source, total_minor } = order
    increment(this.#byStatus, `${currency} ${status} ${payment_status} ${fulfillment_status} ${archived}`)
    const day = `${currency} ${dayOf(placed_at, this.#timeZone)} ${status} ${source}`
    increment(this.#byDay, day)
    increment(this.#millionsByDay, day, Math.floor(total_minor / million))
    increment(this.#restsByDay, day, total_minor % million)
  }

  /** Everything counted so far, to be added to other counts. */
  collected(): CountedOrders {
    return {
      byStatus: this.#byStatus,
      byDay: this.#byDay,
      millionsByDay: this.#millionsByDay,
      restsByDay: this.#restsByDay,
    }
  }

  /** Adds what was counted of other orders. */
  addAll({ byStatus, byDay, millionsByDay, restsByDay }: CountedOrders): void {
    for (const [key, count] of byStatus) increment(this.#byStatus, key, count)
    for (const [key, count] of byDay) increment(this.#byDay, key, count)
    for (const [key, total] of millionsByDay) increment(this.#millionsByDay, key, total)
    for (const [key, total] of restsByDay) increment(this.#restsByDay, key, total)
  }

  async compareWithStored(db: Db, findings: Findings): Promise<void> {
    for (const counted of await store.listStatusCounts(db)) {
      const { currency, status, payment_status, fulfillment_status, archived, count } = counted
      const key = `${currency} ${status} ${payment_status} ${fulfillment_status} ${archived}`
      compare(findings, 'order_counts', this.#byStatus, key, count)
    }
    for (const { currency, day, status, source, count, millions, rest } of await store.listDayCounts(db)) {
      const key = `${currency} ${day} ${status} ${source}`
      const row = `order_day_counts ${key}`
      findings.expectEqual('order-counts', row, 'total_millions', millions, this.#millionsByDay.get(key) ?? 0)
      findings.expectEqual('order-counts', row, 'total_rest', rest, this.#restsByDay.get(key) ?? 0)
      compare(findings, 'order_day_counts', this.#byDay, key, count)
    }
    for (const key of this.#byStatus.keys()) findings.addViolation('order-counts', `order_counts ${key}: missing`)
    for (const key of this.#byDay.keys()) findings.addViolation('order-counts', `order_day_counts ${key}: missing`)
  }
}

const increment = (counts: Map<string, number>, key: string, by = 1): void =>
  void counts.set(key, (counts.get(key) ?? 0) + by)

/** Removes the counted key, so that those without a stored count remain. */
function compare(findings: Findings, table: string, counted: Map<string, number>, key: string, stored: number): void {
  findings.expectEqual('order-counts', `${table} ${key}`, 'order_count', stored, counted.get(key) ?? 0)
  counted.delete(key)
}
