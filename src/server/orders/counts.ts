import { yieldToEventLoop } from '#server/event-loop.ts'
import type { Kontor } from '#server/context.ts'
import { afterCommit } from '#server/db/after-commit.ts'
import { createBackgroundTask } from '#server/db/background-task.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { newId } from '#server/db/id.ts'
import type { OrderCountChangesTable, OrderCountsTable, OrderDayCountsTable } from '#server/db/schema/orders.ts'
import * as store from '#server/orders/counts-store.ts'
import type { OrderRecord } from '#server/orders/store.ts'
import { add } from '#shared/money.ts'
import { dayOf } from '#shared/time.ts'

/** What an order is counted by. */
type CountedOrder = Pick<
  OrderRecord,
  'currency' | 'status' | 'payment_status' | 'fulfillment_status' | 'placed_at' | 'source' | 'total_minor'
> & {
  /** New orders have none: they are not archived. */
  archived?: number | undefined
}

/** Changes within this time are merged together. */
const mergeDelayMs = 100
const changesPerTransaction = 500

/** Counts new orders, or orders that changed: as they are now (`after`) and no longer as they were (`before`). */
export async function recordCountChanges(
  transaction: Transaction,
  kontor: Kontor,
  { before = [], after }: { before?: readonly CountedOrder[]; after: readonly CountedOrder[] },
): Promise<void> {
  if (isCountedBySame(before, after)) return
  const toChange = (order: CountedOrder, change: 1 | -1) => ({
    currency: order.currency,
    day: dayOf(order.placed_at, kontor.book.timeZone),
    status: order.status,
    payment_status: order.payment_status,
    fulfillment_status: order.fulfillment_status,
    archived: order.archived ?? 0,
    source: order.source,
    change,
    total_change_minor: change * order.total_minor,
  })
  const changes = sumBy(
    [...before.map((order) => toChange(order, -1)), ...after.map((order) => toChange(order, 1))],
    ({ change: _change, total_change_minor: _total, ...key }) => key,
  )
  const rows = changes.map(({ key, count, totalMinor }): OrderCountChangesTable => ({
    id: newId(),
    ...key,
    change: count,
    total_change_minor: totalMinor,
  }))
  if (rows.length === 0) return
  await store.insertCountChanges(transaction, rows)
  afterCommit(transaction, () => void scheduleMerge(kontor, mergeDelayMs))
}

const countedColumns = [
  'currency',
  'status',
  'payment_status',
  'fulfillment_status',
  'placed_at',
  'archived',
  'source',
  'total_minor',
] as const satisfies (keyof CountedOrder)[]

const isCountedBySame = (before: readonly CountedOrder[], after: readonly CountedOrder[]): boolean =>
  before.length === after.length &&
  before.every((order, index) => countedColumns.every((column) => order[column] === after[index]?.[column]))

/** Merges all changes into the counts. Reading the counts adds up both, so they are exact before and after. */
export const scheduleMerge = createBackgroundTask(async (database: Database) => {
  while (await store.hasCountChanges(database.read)) {
    await database.inReadCommitted(mergeChanges)
    await yieldToEventLoop()
  }
}, 'order counts not merged')

async function mergeChanges(transaction: Transaction): Promise<void> {
  const changes = await store.takeCountChanges(transaction, changesPerTransaction)
  const counts = sumBy(changes, ({ currency, status, payment_status, fulfillment_status, archived }) => ({
    currency,
    status,
    payment_status,
    fulfillment_status,
    archived,
  }))
    .filter(({ count }) => count !== 0)
    .map(({ key, count }): OrderCountsTable => ({ ...key, order_count: count }))
  const dayCounts = sumBy(changes, ({ currency, day, status, source }) => ({ currency, day, status, source })).map(
    ({ key, count, totalMinor }): OrderDayCountsTable => ({ ...key, order_count: count, total_minor: totalMinor }),
  )
  await store.addToCounts(transaction, counts, dayCounts)
}

/** Sums by key, without those that change nothing, always in the same order: so two transactions that update the same rows cannot deadlock. */
function sumBy<Item extends Pick<OrderCountChangesTable, 'change' | 'total_change_minor'>, Key>(
  items: readonly Item[],
  keyOf: (item: Item) => Key,
): { key: Key; count: number; totalMinor: number }[] {
  const groups = Map.groupBy(items, (item) => JSON.stringify(keyOf(item)))
  return [...groups]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([, group]) => {
      const count = group.reduce((sum, { change }) => sum + change, 0)
      const totalMinor = add(...group.map((item) => item.total_change_minor))
      return group[0] && (count !== 0 || totalMinor !== 0) ? [{ key: keyOf(group[0]), count, totalMinor }] : []
    })
}
