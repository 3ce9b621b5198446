import type { Action, RequestContext } from '#server/context.ts'
import { yieldToEventLoop } from '#server/runtime/event-loop.ts'
import { encodeCursor, parseCursor } from '#server/list/keyset-page.ts'
import { listOrderCounts } from '#server/orders/counts.ts'
import { countMatching, filterOf, withDeadline } from '#server/orders/list/list.ts'
import { createWalk } from '#server/orders/list/list-source.ts'
import { countPart } from '#server/orders/list/count-store.ts'
import type { OrdersQuery } from '#shared/orders/inputs.ts'
import type { Count } from '#shared/list/count.ts'
import type { CountedPart } from '#shared/orders/views.ts'

/**
 * Orders checked in one request, and in one turn: at most, at first, and at least. Few at first, because the time per order depends on the words; not fewer than the
 * minimum, because a turn with many statuses takes some milliseconds regardless of its size.
 */
const [ordersPerRequest, maxSlice, firstSlice, minSlice] = [100_000, 5_000, 500, 100]
/** After a short turn the next one checks twice as many orders, after a long one half as many. Turns may be longer on PostgreSQL, because the process does other work while it counts. */
const turns = { sqlite: { shortMs: 6, longMs: 15 }, postgres: { shortMs: 50, longMs: 150 } } as const
/** Number of requests that a page without script replaces. */
const partsPerPage = 10

const sort = 'count'

/** `GET /api/lists/orders/count`: counts all orders of a filter; of a long list, each request counts a part. */
export const countOrders: Action<'countOrders'> = (context, query) => countOrdersPart(context, query)

/** Counts one part of a list; `limits` are for one part. */
export async function countOrdersPart(
  context: RequestContext,
  query: OrdersQuery,
  limits = { ordersPerRequest, maxSlice },
): Promise<CountedPart> {
  const { cursor } = query
  const position = cursor === undefined ? undefined : parseCursor(cursor, { sort, exampleKey: [0, 0] })
  if (!position) {
    const count = await countMatching(context, query)
    if ('exact' in count) return { counted: count.exact, next: null }
  }
  const filter = filterOf(context, query)
  const counts = await listOrderCounts(context.kontor.database.read)
  const walk = await withDeadline(context, (db) => createWalk(db, context, filter, counts))
  let [counted, after] = [0, position?.key]
  if (!walk) return { counted, next: null }
  let size = Math.min(firstSlice, limits.maxSlice)
  for (let looked = 0; looked < limits.ordersPerRequest;) {
    const startedAt = performance.now()
    const part = await withDeadline(context, (db) => countPart(db, walk, after, size))
    counted += part.counted
    after = part.until
    if (after === undefined) return { counted, next: null }
    looked += size
    const { dialect } = context.kontor.database
    size = Math.min(pickSlice(size, performance.now() - startedAt, dialect), limits.maxSlice)
    await yieldToEventLoop()
  }
  return { counted, next: encodeCursor(sort, { reversed: false, key: after ?? [] }) }
}

/** The size of the next turn, after a turn of `size` orders took `ms`. */
export function pickSlice(size: number, ms: number, dialect: keyof typeof turns): number {
  const { shortMs, longMs } = turns[dialect]
  if (ms > longMs) return Math.max(Math.ceil(size / 2), minSlice)
  return ms < shortMs ? Math.min(size * 2, maxSlice) : size
}

/** How many orders a list has, counted as far as a page without script waits for it. */
export async function countForPage(context: RequestContext, query: OrdersQuery): Promise<Count> {
  let [counted, cursor] = [0, undefined as string | undefined]
  for (let part = 0; part < partsPerPage; part++) {
    const found = await countOrdersPart(context, { ...query, cursor })
    counted += found.counted
    if (found.next === null) return { exact: counted }
    cursor = found.next
  }
  return { atLeast: counted }
}
