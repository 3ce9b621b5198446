import type { RowKey } from '#server/list/keyset-page.ts'
import { endOfBound, startOfBound } from '#shared/list/day-bounds.ts'
import { type Comparison, type Filter, listConditions } from '#shared/list/filter.ts'

/** A span of time in which orders were placed, ms: from `from` until before `until`. */
export interface PlacedSpan {
  from?: number | undefined
  until?: number | undefined
}

type DayComparison = Extract<Comparison, { value: unknown }>

/** Splits a filter into the span in which orders were placed, which postings can be compared with, and the rest. */
export function splitPlaced(filter: Filter, timeZone: string): { placed: PlacedSpan; rest: Filter } {
  const conditions = listConditions(filter)
  const days = conditions.filter(isPlacedComparison)
  const rest: Filter = { op: 'and', filters: conditions.filter((each) => !isPlacedComparison(each)) }
  return { placed: days.reduce((span, each) => narrow(span, each, timeZone), {}), rest }
}

const isPlacedComparison = (condition: Filter): condition is DayComparison =>
  'value' in condition && condition.field === 'placed'

function narrow({ from, until }: PlacedSpan, { op, value }: DayComparison, timeZone: string): PlacedSpan {
  const bound = String(value)
  const time = op === '>' || op === '<=' ? endOfBound(bound, timeZone) : startOfBound(bound, timeZone)
  return op === '>=' || op === '>'
    ? { from: Math.max(from ?? time, time), until }
    : { from, until: Math.min(until ?? time, time) }
}

/** A span without what lies before the oldest order that can match. */
export const narrowToOldest = (span: PlacedSpan, oldest: number | undefined): PlacedSpan =>
  oldest === undefined ? span : { ...span, from: Math.max(span.from ?? oldest, oldest) }

/** Less and greater than all keys. */
export const [firstKey, lastKey] = [0, Number.MAX_SAFE_INTEGER]

/** Narrows a slice of the list by time to a span: the key after which it begins, and the key at which it ends, if any. */
export function narrowSlice(
  { direction, after }: { direction: 'asc' | 'desc'; after: RowKey | undefined },
  { from, until }: PlacedSpan,
): { after: RowKey | undefined; end: RowKey | undefined } {
  const [first, last] = [
    from === undefined ? undefined : [from, firstKey],
    until === undefined ? undefined : [until, firstKey],
  ]
  const [start, end] = direction === 'desc' ? [last, first] : [first, last && [(until ?? 0) - 1, lastKey]]
  return { after: start && (!after || isBefore(after, start, direction)) ? start : after, end }
}

/** Whether a key `[placedAt, key]` comes before another one in the list. */
export function isBefore(one: RowKey, other: RowKey, direction: 'asc' | 'desc'): boolean {
  const [first, second] = direction === 'asc' ? [one, other] : [other, one]
  const [[time = 0, key = 0], [otherTime = 0, otherKey = 0]] = [first, second]
  return time < otherTime || (time === otherTime && key < otherKey)
}
