import type { RequestContext } from '#server/context.ts'
import type { Database } from '#server/db/database.ts'
import { findChosenAccounts, idsOf } from '#server/finance/chosen-accounts.ts'
import type { WithDays } from '#server/finance/entry-days.ts'
import { toEntryRanges } from '#server/finance/entries-ranges.ts'
import * as store from '#server/finance/entries-store.ts'
import { findSearched } from '#server/finance/search-entries.ts'
import { findHead } from '#server/finance/store.ts'
import type { RowKey } from '#server/list/keyset-page.ts'
import type { EntriesQuery } from '#shared/finance/inputs.ts'
import type { EntryView } from '#shared/finance/views.ts'
import { invalidInput } from '#shared/problem.ts'

/** Which entries to read. */
export type EntriesFilter = Omit<WithDays<EntriesQuery>, 'cursor'>

/** Entries that are read at once, few enough that other requests run in between. */
const sliceSize = 200

/**
 * All entries of a filter by date, oldest first, a slice at a time. Entries never change, so leaving out those that are posted after `head`,
 * by default the last one now, makes it a snapshot without a long transaction.
 */
export async function* walkEntries(
  { read }: Pick<Database, 'read'>,
  filter: EntriesFilter,
  head?: number,
): AsyncGenerator<EntryView[]> {
  const last = head ?? (await findHead(read))
  const accountIds = idsOf(await findChosenAccounts(read, filter))
  const used = await store.listRangeValues(read, filter.currency, accountIds)
  const ranges = toEntryRanges(filter, used)
  let after: RowKey | undefined
  for (;;) {
    const slice = { days: filter.days, direction: 'asc', after, limit: sliceSize } as const
    const entries = await store.findEntries(read, ranges, slice, accountIds)
    yield entries.filter(({ number }) => number <= last)
    const end = entries.at(-1)
    if (!end || entries.length < sliceSize) return
    after = [end.accountingDay, end.occurredAt, end.number]
  }
}

/**
 * The same for the filter of the list, which may have words: what a search finds is one slice. Throws `invalid-input` at `/q` for a search that finds more than it
 * looks at.
 */
export async function prepareWalk(
  context: RequestContext,
  { q, ...filter }: EntriesFilter,
): Promise<(head?: number) => AsyncGenerator<EntryView[]>> {
  if (q === undefined) return (head) => walkEntries(context.kontor.database, filter, head)
  const { entries, isCut } = await findSearched(context, { ...filter, q })
  if (isCut) throw invalidInput({ pointer: '/q', reason: 'search-cut' })
  return async function* () {
    yield entries.toReversed()
  }
}
