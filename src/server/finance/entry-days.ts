import type { RequestContext } from '#server/context.ts'
import { resolveToday, resolveValidDays } from '#server/list/resolve-days.ts'
import { entriesList } from '#shared/finance/entries-list.ts'
import { lastDay, type OpenDays } from '#shared/finance/whole-months.ts'
import type { QueryValues } from '#shared/list/filter-fields.ts'
import { dayOfBound, endOfBound, hasTime, isReversed, startOfBound } from '#shared/list/day-bounds.ts'
import { addDays } from '#shared/time.ts'

/** The ends of a range as a query has them: days, or minutes of them. */
export interface DayBounds {
  from?: string | undefined
  to?: string | undefined
}

/** A query of entries with the days that it means. */
export type WithDays<Query> = Omit<Query, 'from' | 'to'> & { days: OpenDays }

/** The same with its ends as they were asked for, of which links are made. */
export type WithBounds<Query> = WithDays<Query> & { bounds: DayBounds }

/** The query of a page of entries or postings with the days that it means now; they may end before they begin. */
export const findDays = <Query extends QueryValues & DayBounds>(
  context: RequestContext,
  query: Query,
): WithBounds<Query> => toWithBounds(resolveToday(context, entriesList, query), context.kontor.book.timeZone)

/** The same for a query of the API, which refuses days that end before they begin. */
export const findValidDays = <Query extends QueryValues & DayBounds>(
  context: RequestContext,
  query: Query,
): WithBounds<Query> => toWithBounds(resolveValidDays(context, entriesList, query), context.kontor.book.timeZone)

const toWithBounds = <Query extends QueryValues & DayBounds>(
  { from, to, ...query }: Query,
  timeZone: string,
): WithBounds<Query> => ({
  ...query,
  bounds: { from, to },
  days: toDays({ from, to }, timeZone),
})

/** The days of two ends in a time zone. Those that end before they begin have nothing in them. */
export function toDays({ from, to }: DayBounds, timeZone: string): OpenDays {
  const days: OpenDays = { from: from && dayOfBound(from), to: to && dayOfBound(to) }
  if (from !== undefined && to !== undefined && isReversed(from, to))
    return days.from === days.to ? { ...days, to: addDays(dayOfBound(to), -1) } : days
  return {
    ...days,
    ...(from !== undefined && hasTime(from) && { since: startOfBound(from, timeZone) }),
    ...(to !== undefined && hasTime(to) && { until: endOfBound(to, timeZone) }),
  }
}

/** Everything after some days; nothing if they have no end. */
export function daysAfter({ to = lastDay, until }: OpenDays): OpenDays {
  if (until !== undefined) return { from: to, since: until }
  return to === lastDay ? { from: to, to: addDays(to, -1) } : { from: addDays(to, 1) }
}

/** Whether an entry is of these days. */
export function isInDays(
  { accountingDay, occurredAt }: { accountingDay: string; occurredAt: number },
  { from, to, since, until }: OpenDays,
): boolean {
  if ((from !== undefined && accountingDay < from) || (to !== undefined && accountingDay > to)) return false
  const isTooEarly = since !== undefined && accountingDay === from && occurredAt < since
  const isTooLate = until !== undefined && accountingDay === to && occurredAt >= until
  return !isTooEarly && !isTooLate
}
