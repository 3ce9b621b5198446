import type { QueryValues } from '#shared/list/filter-fields.ts'
import type { List } from '#shared/list/list.ts'
import { addDays } from '#shared/time.ts'

/** Ranges of days relative to today, as URLs, the text of a query and the API write them. */
export const relativeDays = [
  'today',
  'yesterday',
  'last-7-days',
  'last-30-days',
  'this-month',
  'last-month',
  'this-year',
] as const
export type RelativeDays = (typeof relativeDays)[number]

export const isRelativeDays = (text: unknown): text is RelativeDays => relativeDays.includes(text as RelativeDays)

/** The first and the last day of a range; `today` is `YYYY-MM-DD` in the book's time zone. */
export function toAbsoluteDays(range: RelativeDays, today: string): { from: string; to: string } {
  const month = `${today.slice(0, 7)}-01`
  const yesterday = addDays(today, -1)
  const endOfLastMonth = addDays(month, -1)
  switch (range) {
    case 'today':
      return { from: today, to: today }
    case 'yesterday':
      return { from: yesterday, to: yesterday }
    case 'last-7-days':
      return { from: addDays(today, -6), to: today }
    case 'last-30-days':
      return { from: addDays(today, -29), to: today }
    case 'this-month':
      return { from: month, to: today }
    case 'last-month':
      return { from: `${endOfLastMonth.slice(0, 7)}-01`, to: endOfLastMonth }
    case 'this-year':
      return { from: `${today.slice(0, 4)}-01-01`, to: today }
  }
}

/** The query with its relative days as they are today; a last day that it sets stays. */
export function resolveDays<Query extends QueryValues>(
  { filters }: Pick<List, 'filters'>,
  query: Query,
  today: string,
): Query {
  const resolved: Record<string, unknown> = { ...query }
  for (const field of filters) {
    if (field.kind !== 'days') continue
    const [fromName, toName] = field.parameters
    const range = query[fromName]
    if (!isRelativeDays(range)) continue
    const { from, to } = toAbsoluteDays(range, today)
    Object.assign(resolved, { [fromName]: from, [toName]: query[toName] ?? to })
  }
  return resolved as Query
}
