import type { Action, RequestContext } from '#server/context.ts'
import { yieldToEventLoop } from '#server/event-loop.ts'
import { encodeCursor, parseCursor } from '#server/keyset-page.ts'
import { listOrderCounts } from '#server/orders/counts-store.ts'
import { countMatching, filterOf, withDeadline } from '#server/orders/list.ts'
import { createWalk } from '#server/orders/list-source.ts'
import { countPart } from '#server/orders/list-store.ts'
import type { OrdersQuery } from '#shared/orders/inputs.ts'
import type { Count, CountedPart } from '#shared/orders/views.ts'

/** Orders that are looked at in one turn, and the turns of one request. */
const [sliceSize, slicesPerPart] = [5_000, 20]
/** So many parts of a list are counted for a page without script. */
const partsPerPage = 10

const sort = 'count'

/** `GET /api/lists/orders/count`: counts all orders of a filter, of a long list a part for each request. */
export const countOrders: Action<'countOrders'> = (context, query) => countOrdersPart(context, query)

/** `limits` are those of one part. */
export async function countOrdersPart(
  context: RequestContext,
  query: OrdersQuery,
  limits = { sliceSize, slicesPerPart },
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
  for (let slice = 0; slice < limits.slicesPerPart; slice++) {
    const part = await withDeadline(context, (db) => countPart(db, walk, after, limits.sliceSize))
    counted += part.counted
    after = part.until
    if (after === undefined) return { counted, next: null }
    await yieldToEventLoop()
  }
  return { counted, next: encodeCursor(sort, { reversed: false, key: after ?? [] }) }
}

/** How many orders a list has, as far as a page without script waits for it. */
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
