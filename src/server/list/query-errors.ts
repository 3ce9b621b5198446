import type { RequestContext } from '#server/context.ts'
import { formatFieldError } from '#server/problems/to-problem.ts'
import type { QueryValues } from '#shared/list/filter-fields.ts'
import type { List } from '#shared/list/list.ts'
import { findQueryErrors, formatQueryText } from '#shared/list/query-text.ts'
import type { QueryErrors } from '#shared/list/query-errors.ts'
import { findUnknownValue, toParameter } from '#shared/list/unknown-values.ts'
import { type FieldError, ProblemError } from '#shared/problem.ts'
import type { Count } from '#shared/list/count.ts'

interface ListPage {
  rows: readonly object[]
  next: string | null
  previous: string | null
  count: Count
}

/** A page of a list without rows. */
export const emptyPage = { rows: [], next: null, previous: null, count: { exact: 0 } } satisfies ListPage

/** A page of a list, or one without rows and what is wrong with the query, also if only reading shows it. */
export async function readIfValid<Page extends ListPage>(
  { locale }: RequestContext,
  list: Pick<List, 'filters'>,
  query: QueryValues,
  read: () => Promise<Page>,
): Promise<(Page | typeof emptyPage) & QueryErrors> {
  const errors = findQueryErrors(list, query)
  if (errors.length > 0) return { ...emptyPage, ...describeErrors(list, errors, query, locale) }
  try {
    return { ...(await read()), ...describeErrors(list, [], query, locale) }
  } catch (error) {
    return { ...emptyPage, ...describeErrors(list, readSearchErrors(error), query, locale) }
  }
}

/** The errors of a search that reading its list found. Throws again what is another error. */
export function readSearchErrors(error: unknown): FieldError[] {
  if (!(error instanceof ProblemError && error.fields.length > 0 && error.fields.every(isSearchError))) throw error
  return error.fields
}

/** Errors of a query as its page shows them. */
export const describeErrors = (
  list: Pick<List, 'filters'>,
  errors: readonly FieldError[],
  query: QueryValues,
  locale: RequestContext['locale'],
): QueryErrors => {
  const places: { start: number; end: number; error: FieldError }[] = []
  let text = ''
  const unknown = errors.flatMap((error) => {
    const value = findUnknownValue(error)
    if (!value) return []
    const [name, parameter] = toParameter(value)
    const term = formatQueryText(list, { [name]: [parameter] })
    places.push({ start: text.length, end: text.length + term.length, error })
    text += `${term} `
    return value
  })
  const words = text.length
  text += String(query['q'] ?? '')
  for (const error of errors.filter((each) => isSearchError(each) && !findUnknownValue(each))) {
    const { start = 0, end = text.length } = error.parameters ?? {}
    places.push({ start: words + Number(start), end: words + Number(end), error })
  }
  const found = places.map(({ error, ...place }) => ({ message: formatFieldError(error, locale), ...place }))
  const title = formatFieldError({ pointer: '/q', reason: 'search-not-understood' }, locale)
  return {
    queryErrors: errors.filter((each) => !isSearchError(each)),
    searchError: found.length > 0 ? { title, text: text.trim(), errors: found, unknown } : null,
  }
}

/** Errors of the search, of excluded values and of unknown values, which no control of the filter menu shows. */
export const isSearchError = (error: FieldError): boolean =>
  error.pointer === '/q' || error.pointer === '/not' || findUnknownValue(error) !== undefined
