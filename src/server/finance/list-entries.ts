import type { Action, AuthenticatedContext } from '#server/context.ts'
import { requireKnownAccounts } from '#server/finance/chosen-accounts.ts'
import { countEntries, readEntries } from '#server/finance/entries.ts'
import { findDays, findValidDays } from '#server/finance/entry-days.ts'
import { listMoneyCurrencies, pickBookCurrency } from '#server/finance/flow-figures-store.ts'
import { searchEntries } from '#server/finance/search-entries.ts'
import type { EntriesQuery } from '#shared/finance/inputs.ts'
import type { Count } from '#shared/list/count.ts'

/** `GET /api/finance/entries`: the entries of a filter, or of a search. */
export const listEntries: Action<'listEntries'> = async (context, query) => {
  const { q, ...filter } = findValidDays(context, query)
  await requireKnownAccounts(context.kontor.database.read, query)
  const { rows, next, count, totals } = await (q === undefined
    ? readEntries(context.kontor.database.read, filter)
    : searchEntries(context, { ...filter, q }))
  return { rows, next, count, totals }
}

/** How many entries the page lists: in the default currency if the query has none. */
export async function countListedEntries(context: AuthenticatedContext, query: EntriesQuery): Promise<Count> {
  const { database, book } = context.kontor
  const { q, ...filter } = findDays(context, query)
  await requireKnownAccounts(database.read, query)
  if (q !== undefined) return (await searchEntries(context, { ...filter, q })).count
  const currency = query.currency ?? pickBookCurrency(await listMoneyCurrencies(database.read), book.currency)
  return currency === null ? { exact: 0 } : countEntries(database.read, { ...filter, currency })
}
