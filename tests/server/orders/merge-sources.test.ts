import type { FoundOrder, OrderSource } from '#server/orders/list/list-store.ts'
import { mergeSources } from '#server/orders/list/merge-sources.ts'
import type { RowKey } from '#server/list/keyset-page.ts'
import { isBefore } from '#server/orders/tokens/placed-span.ts'
import { countLimit } from '#shared/constants.ts'
import { describe, expect, test } from 'bun:test'

type Count = Awaited<ReturnType<OrderSource['count']>>

/** A source of orders placed at these times, that stops after it has searched `steps` of them. */
const createSource = (
  times: readonly number[],
  { steps = Infinity, count = { exact: times.length } as Count } = {},
) => {
  const find: OrderSource['find'] = async ({ direction, after, limit }) => {
    const keys = times.map((time): RowKey => [time, time]).toSorted((a, b) => (isBefore(a, b, direction) ? -1 : 1))
    const rest = keys.filter((key) => !after || isBefore(after, key, direction))
    const found = rest.slice(0, Math.min(steps, limit))
    const stoppedAt = found.length < Math.min(rest.length, limit) ? found.at(-1) : undefined
    const rows = found.map(([time]) => ({ key: time, row: { placedAt: time } }) as FoundOrder)
    return { rows, ...(stoppedAt && { stoppedAt }) }
  }
  return { find, count: () => Promise.resolve(count) }
}

const find = async (source: OrderSource, limit: number, after?: number, direction: 'asc' | 'desc' = 'desc') => {
  const slice = { direction, after: after === undefined ? undefined : [after, after], limit }
  const { rows, stoppedAt } = await source.find(slice)
  return { found: rows.map(({ key }) => key), stoppedAt }
}

describe('merged sources', () => {
  test('have the orders of both by time, as many as asked for', async () => {
    const merged = mergeSources(createSource([9, 6, 5, 1]), createSource([8, 7, 2]))
    expect(await find(merged, 4)).toEqual({ found: [9, 8, 7, 6], stoppedAt: undefined })
    expect(await find(merged, 4, 6)).toEqual({ found: [5, 2, 1], stoppedAt: undefined })
    expect((await find(merged, 3, undefined, 'asc')).found).toEqual([1, 2, 5])
  })

  test('stop where the first of them stops, so that the next page leaves out no order', async () => {
    const merged = mergeSources(createSource([9, 6, 5, 1], { steps: 2 }), createSource([8, 7, 4, 3, 2], { steps: 3 }))
    expect(await find(merged, 6)).toEqual({ found: [9, 8, 7, 6], stoppedAt: [6, 6] })
    expect(await find(merged, 6, 6)).toEqual({ found: [5, 4, 3, 2, 1], stoppedAt: undefined })
    expect(await find(merged, 5, undefined, 'asc')).toEqual({ found: [1, 2, 3, 4], stoppedAt: [4, 4] })
    // A full page does not stop.
    expect(await find(merged, 3)).toEqual({ found: [9, 8, 7], stoppedAt: undefined })
  })

  test('have the sum of both counts, and a lower bound up to the limit if one of them is a lower bound', async () => {
    const count = (one: Count, other: Count) =>
      mergeSources(createSource([], { count: one }), createSource([], { count: other })).count()
    expect(await count({ exact: 2 }, { exact: 3 })).toEqual({ exact: 5 })
    expect(await count({ exact: 2 }, { atLeast: 3 })).toEqual({ atLeast: 5 })
    expect(await count({ atLeast: 2 }, { exact: 3 })).toEqual({ atLeast: 5 })
    expect(await count({ atLeast: countLimit }, { exact: 3 })).toEqual({ atLeast: countLimit })
  })
})
