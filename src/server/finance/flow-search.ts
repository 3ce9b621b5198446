import type { RequestContext } from '#server/context.ts'
import { findUnknownAccounts } from '#server/finance/chosen-accounts.ts'
import { findDays } from '#server/finance/entry-days.ts'
import { findSearched, type FoundEntries } from '#server/finance/search-entries.ts'
import { isSearchError } from '#server/list/query-errors.ts'
import { entriesList } from '#shared/finance/entries-list.ts'
import type { EntriesQuery } from '#shared/finance/inputs.ts'
import { findQueryErrors } from '#shared/list/query-text.ts'
import { type FieldError, ProblemError } from '#shared/problem.ts'

/** The results of a search, and the errors of the query; without words nothing is searched. */
export async function findFound(
  context: RequestContext,
  query: EntriesQuery,
): Promise<{ found?: FoundEntries; errors: FieldError[] }> {
  const errors = [
    ...findQueryErrors(entriesList, query),
    ...(await findUnknownAccounts(context.kontor.database.read, query)),
  ]
  if (errors.some(isSearchError)) return { found: nothing, errors }
  const { q } = query
  if (q === undefined || errors.length > 0) return { errors }
  try {
    // The figures count both directions.
    return { found: await findSearched(context, { ...findDays(context, query), flow: undefined, q }), errors }
  } catch (error) {
    const fields = error instanceof ProblemError ? error.fields.filter(isSearchError) : []
    if (fields.length === 0) throw error
    return { found: nothing, errors: [...fields] }
  }
}

const nothing: FoundEntries = { entries: [], isCut: false }

/** A currency of what was found, that of the book if it is one of them. */
export function pickCurrency({ entries }: FoundEntries, bookCurrency: string | null): string | null {
  const currencies = entries.flatMap(({ flows }) => flows.map(({ currency }) => currency))
  return bookCurrency !== null && currencies.includes(bookCurrency) ? bookCurrency : (currencies[0] ?? bookCurrency)
}
