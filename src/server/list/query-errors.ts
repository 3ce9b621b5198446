import type { RequestContext } from '#server/context.ts'
import { formatFieldError } from '#server/to-problem.ts'
import type { QueryValues } from '#shared/list/filter-fields.ts'
import type { List } from '#shared/list/list.ts'
import { findQueryErrors } from '#shared/list/query-text.ts'
import type { QueryErrors } from '#shared/list/query-errors.ts'
import type { FieldError } from '#shared/problem.ts'
import type { Count } from '#shared/orders/views.ts'

interface ListPage {
  rows: readonly object[]
  next: string | null
  previous: string | null
  count: Count
}

/** A page of a list without rows. */
export const emptyPage = { rows: [], next: null, previous: null, count: { exact: 0 } } satisfies ListPage

/** A page of a list, or one without rows and what is wrong with the query. */
export async function readIfValid<Page extends ListPage>(
  { locale }: RequestContext,
  list: Pick<List, 'filters'>,
  query: QueryValues,
  read: () => Promise<Page>,
): Promise<(Page | typeof emptyPage) & QueryErrors> {
  const errors = findQueryErrors(list, query)
  return { ...(errors.length > 0 ? emptyPage : await read()), ...describeErrors(errors, query, locale) }
}

/** Errors of a query as its page shows them. */
export const describeErrors = (
  errors: readonly FieldError[],
  { q }: QueryValues,
  locale: RequestContext['locale'],
): QueryErrors => {
  const found = errors.filter(isSearchError).map((error) => {
    const { start = 0, end = String(q ?? '').length } = error.parameters ?? {}
    return { message: formatFieldError(error, locale), start: Number(start), end: Number(end) }
  })
  const title = formatFieldError({ pointer: '/q', reason: 'search-not-understood' }, locale)
  return {
    queryErrors: errors.filter((each) => !isSearchError(each)),
    searchError: found.length > 0 ? { title, errors: found } : null,
  }
}

/** Of the search and what it excludes, which no control of the filter menu shows. */
export const isSearchError = ({ pointer }: FieldError): boolean => pointer === '/q' || pointer === '/not'
