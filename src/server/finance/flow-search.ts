import type { RequestContext } from '#server/context.ts'
import { findSearched, type FoundEntries } from '#server/finance/search-entries.ts'
import { entriesList } from '#shared/finance/entries-list.ts'
import type { EntriesQuery } from '#shared/finance/inputs.ts'
import { findQueryErrors } from '#shared/list/query-text.ts'
import { type FieldError, ProblemError } from '#shared/problem.ts'

/** What a search finds, and what is wrong with the query; without words nothing is searched. */
export async function findFound(
  context: RequestContext,
  { q, ...query }: EntriesQuery,
): Promise<{ found?: FoundEntries; queryErrors: FieldError[] }> {
  const queryErrors = findQueryErrors(entriesList, query)
  if (q === undefined || queryErrors.length > 0) return { queryErrors }
  try {
    // Figures are of both directions.
    return { found: await findSearched(context, { ...query, flow: undefined, q }), queryErrors }
  } catch (error) {
    const fields = error instanceof ProblemError ? error.fields.filter(({ pointer }) => pointer === '/q') : []
    if (fields.length === 0) throw error
    return { found: { entries: [], isCut: false }, queryErrors: [...fields] }
  }
}

/** A currency of what was found, that of the book if it is one of them. */
export function pickCurrency({ entries }: FoundEntries, bookCurrency: string | null): string | null {
  const currencies = entries.flatMap(({ flows }) => flows.map(({ currency }) => currency))
  return bookCurrency !== null && currencies.includes(bookCurrency) ? bookCurrency : (currencies[0] ?? bookCurrency)
}
