import type { Db } from '#server/db/database.ts'
import * as store from '#server/finance/entries-store.ts'
import { toEntryRanges } from '#server/finance/entries-ranges.ts'
import { readKeysetPage, toCount } from '#server/keyset-page.ts'
import { entriesList } from '#shared/finance/entries-list.ts'
import type { EntriesQuery } from '#shared/finance/inputs.ts'
import type { EntryList, EntryView } from '#shared/finance/views.ts'
import { toFilter } from '#shared/list/list.ts'

/** One page of entries, newest first, with the totals of all matching entries. Throws for a malformed cursor. */
export async function readEntries(db: Db, query: EntriesQuery): Promise<EntryList & { previous: string | null }> {
  const filter = toFilter(entriesList, query)
  const ranges = toEntryRanges(filter, await store.listRangeValues(db, query.currency))
  const [page, count, totals] = await Promise.all([
    readKeysetPage<EntryView>({
      cursor: query.cursor,
      sort: '-occurred',
      keyOf: ({ accountingDay, occurredAt, number }) => [accountingDay, occurredAt, number],
      exampleKey: ['', 0, 0],
      find: async (reversed, after, limit) => ({
        rows: await store.findEntries(db, ranges, { direction: reversed ? 'asc' : 'desc', after, limit }),
      }),
    }),
    store.countEntries(db, ranges),
    store.sumTotals(db, filter),
  ])
  return { ...page, totals, count: toCount(count) }
}
