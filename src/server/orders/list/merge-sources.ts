import type { RowKey } from '#server/list/keyset-page.ts'
import type { OrderSource } from '#server/orders/list/list-store.ts'
import { isBefore } from '#server/orders/tokens/placed-span.ts'
import { countLimit } from '#shared/constants.ts'

/** Merges two sources, which have no order in common, by the time at which their orders were placed. */
export const mergeSources = (one: OrderSource, other: OrderSource): OrderSource => ({
  find: async (slice) => {
    const { direction, limit } = slice
    const found = await Promise.all([one.find(slice), other.find(slice)])
    const isEarlier = (a: RowKey, b: RowKey): boolean => isBefore(a, b, direction)
    // Both sources have searched up to this position.
    const [stop] = found
      .flatMap(({ stoppedAt }) => (stoppedAt ? [stoppedAt] : []))
      .toSorted((a, b) => (isEarlier(a, b) ? -1 : 1))
    const rows = found
      .flatMap((part) => part.rows.map((order) => ({ order, at: [order.row.placedAt, order.key] })))
      .filter(({ at }) => !stop || !isEarlier(stop, at))
      .toSorted((a, b) => (isEarlier(a.at, b.at) ? -1 : 1))
      .slice(0, limit)
      .map(({ order }) => order)
    return stop && rows.length < limit ? { rows, stoppedAt: stop } : { rows }
  },
  count: async (effort) => {
    const [a, b] = await Promise.all([one.count(effort), other.count(effort)])
    if ('exact' in a && 'exact' in b) return { exact: a.exact + b.exact }
    const [least, most] = [a, b].map((count) => ('exact' in count ? count.exact : count.atLeast))
    return { atLeast: Math.min((least ?? 0) + (most ?? 0), countLimit) }
  },
})
