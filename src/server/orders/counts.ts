import { yieldToEventLoop } from '#server/runtime/event-loop.ts'
import type { Kontor } from '#server/context.ts'
import { afterCommit } from '#server/db/after-commit.ts'
import { createBackgroundTask } from '#server/db/background-task.ts'
import { cachedLookup } from '#server/db/cached-query.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { newId } from '#server/db/id.ts'
import type {
  OrderCountChangesTable,
  OrderCountsTable,
  OrderDayCountsTable,
  OrderRecord,
} from '#server/db/schema/orders.ts'
import * as store from '#server/orders/counts-store.ts'
import { beginPart } from '#server/orders/tokens/token-parts-store.ts'
import { dayOf } from '#shared/time.ts'

/** The columns by which orders are counted. */
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
/** Totals are stored as millions of minor units plus a remainder: see `order_day_counts`. */
export const million = 1_000_000

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
    total_millions: change * Math.floor(order.total_minor / million),
    total_rest: change * (order.total_minor % million),
  })
  const changes = sumBy(
    [...before.map((order) => toChange(order, -1)), ...after.map((order) => toChange(order, 1))],
    ({ currency, day, status, payment_status, fulfillment_status, archived, source }) => ({
      currency,
      day,
      status,
      payment_status,
      fulfillment_status,
      archived,
      source,
    }),
  )
  const rows = changes.map(({ key, change, ...totals }): OrderCountChangesTable => ({
    id: newId(),
    ...key,
    change,
    ...totals,
  }))
  if (rows.length === 0) return
  await store.insertCountChanges(transaction, rows)
  afterCommit(transaction, () => void scheduleCountMerge(kontor, mergeDelayMs))
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

/** How many orders there are of each currency and combination of statuses: as merged, and the changes that wait, which may name the same again. */
export const listOrderCounts = cachedLookup<OrderCountsTable>((db) =>
  db
    .selectFrom('order_counts')
    .select(['currency', 'status', 'payment_status', 'fulfillment_status', 'archived', 'order_count'])
    .unionAll(
      db
        .selectFrom('order_count_changes')
        .select(['currency', 'status', 'payment_status', 'fulfillment_status', 'archived', 'change as order_count']),
    )
    .compile(),
)

/** Merges all changes into the counts. Reading the counts adds up both, so they are exact before and after. */
export const scheduleCountMerge = createBackgroundTask(async (database: Database) => {
  while (await store.hasCountChanges(database.read)) {
    await database.inReadCommitted(mergeChanges)
    await yieldToEventLoop()
  }
  await beginPart(database)
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
    .filter(({ change }) => change !== 0)
    .map(({ key, change }): OrderCountsTable => ({ ...key, order_count: change }))
  const dayCounts = sumBy(changes, ({ currency, day, status, source }) => ({ currency, day, status, source })).map(
    ({ key, change, ...totals }): OrderDayCountsTable => ({ ...key, order_count: change, ...totals }),
  )
  await store.addToCounts(transaction, counts, dayCounts)
}

type Sums = Pick<OrderCountChangesTable, 'change' | 'total_millions' | 'total_rest'>

/** Sums by key, without those that change nothing, always in the same order: so two transactions that update the same rows cannot deadlock. */
function sumBy<Item extends Sums, Key>(items: readonly Item[], keyOf: (item: Item) => Key): (Sums & { key: Key })[] {
  const sums = new Map<string, Sums & { key: Key }>()
  for (const item of items) {
    const key = keyOf(item)
    const sum = sums.getOrInsertComputed(JSON.stringify(key), () => ({
      key,
      change: 0,
      total_millions: 0,
      total_rest: 0,
    }))
    sum.change += item.change
    sum.total_millions += item.total_millions
    sum.total_rest += item.total_rest
  }
  return [...sums]
    .filter(([, { change, total_millions, total_rest }]) => change !== 0 || total_millions !== 0 || total_rest !== 0)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, sum]) => sum)
}
