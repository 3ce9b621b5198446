import type { Action } from '#server/context.ts'
import { readEntries } from '#server/finance/entries.ts'
import { searchEntries } from '#server/finance/search-entries.ts'

/** `GET /api/finance/entries`: the entries of a filter, or of a search. */
export const listEntries: Action<'listEntries'> = async (context, query) => {
  const { q, ...filter } = query
  const { rows, next, count, totals } = await (q === undefined
    ? readEntries(context.kontor.database.read, filter)
    : searchEntries(context, { ...filter, q }))
  return { rows, next, count, totals }
}
