import type { Db } from '#server/db/database.ts'
import type { Findings } from '#server/finance/verify/findings.ts'
import * as store from '#server/finance/verify/counts-store.ts'
import type { Order } from '#server/finance/verify/related-rows.ts'
import { dayOf } from '#shared/time.ts'

/** The numbers of orders in a range, by their statuses and by day. */
export interface CountedOrders {
  byStatus: ReadonlyMap<string, number>
  byDay: ReadonlyMap<string, number>
}

/** Counts all orders, by their statuses and by day, to compare them with the counts that are kept. */
export class OrderCounts {
  readonly #byStatus = new Map<string, number>()
  readonly #byDay = new Map<string, number>()
  readonly #timeZone: string

  constructor(timeZone: string) {
    this.#timeZone = timeZone
  }

  add({ currency, status, payment_status, fulfillment_status, archived, placed_at }: Order): void {
    increment(this.#byStatus, `${currency} ${status} ${payment_status} ${fulfillment_status} ${archived}`)
    increment(this.#byDay, `${currency} ${dayOf(placed_at, this.#timeZone)} ${status}`)
  }

  /** Everything counted so far, to be added to other counts. */
  collected(): CountedOrders {
    return { byStatus: this.#byStatus, byDay: this.#byDay }
  }

  /** Adds what was counted of other orders. */
  addAll({ byStatus, byDay }: CountedOrders): void {
    for (const [key, count] of byStatus) increment(this.#byStatus, key, count)
    for (const [key, count] of byDay) increment(this.#byDay, key, count)
  }

  async compareWithStored(db: Db, findings: Findings): Promise<void> {
    for (const counted of await store.listStatusCounts(db)) {
      const { currency, status, payment_status, fulfillment_status, archived, count } = counted
      const key = `${currency} ${status} ${payment_status} ${fulfillment_status} ${archived}`
      compare(findings, 'order_counts', this.#byStatus, key, count)
    }
    for (const { currency, day, status, count } of await store.listDayCounts(db))
      compare(findings, 'order_day_counts', this.#byDay, `${currency} ${day} ${status}`, count)
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
