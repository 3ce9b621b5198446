import type { RequestContext } from '#server/context.ts'
import type { QueryValues } from '#shared/list/filter-fields.ts'
import type { List } from '#shared/list/list.ts'
import { findQueryErrors } from '#shared/list/query-text.ts'
import { resolveDays } from '#shared/list/relative-days.ts'
import { invalidInput } from '#shared/problem.ts'
import { dayOf } from '#shared/time.ts'

/** The query of a page with the days that its relative ones mean now; they may end before they begin. */
export const resolveToday = <Query extends QueryValues>(
  { kontor: { book, now } }: Pick<RequestContext, 'kontor'>,
  list: Pick<List, 'filters'>,
  query: Query,
): Query => resolveDays(list, query, dayOf(now(), book.timeZone))

/** The same for a query of the API, which refuses days that end before they begin. */
export function resolveValidDays<Query extends QueryValues>(
  context: Pick<RequestContext, 'kontor'>,
  list: Pick<List, 'filters'>,
  query: Query,
): Query {
  const resolved = resolveToday(context, list, query)
  const [error] = findQueryErrors({ filters: list.filters.filter(({ kind }) => kind === 'days') }, resolved)
  if (error) throw invalidInput(error)
  return resolved
}
