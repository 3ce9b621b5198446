import type { Db } from '#server/db/database.ts'
import type { WithDays } from '#server/finance/entry-days.ts'
import * as store from '#server/finance/entries-store.ts'
import { toEntryRanges } from '#server/finance/entries-ranges.ts'
import { findChosenAccounts, idsOf } from '#server/finance/chosen-accounts.ts'
import { readKeysetPage, toCount } from '#server/list/keyset-page.ts'
import { entriesList } from '#shared/finance/entries-list.ts'
import type { EntriesQuery } from '#shared/finance/inputs.ts'
import type { EntryList, EntryView } from '#shared/finance/views.ts'
import type { Count } from '#shared/list/count.ts'

/** One page of entries with the totals of all matching entries. Throws for a malformed cursor. */
export async function readEntries(db: Db, query: WithDays<EntriesQuery>): Promise<EntryList> {
  const accountIds = idsOf(await findChosenAccounts(db, query))
  const [page, totals] = await Promise.all([
    readEntryPage(db, query, accountIds),
    store.sumTotals(db, query, accountIds),
  ])
  return { ...page, totals }
}

/** One page of entries, by when they happened; `accountIds` are those that the query chooses. Throws for a malformed cursor. */
export async function readEntryPage(
  db: Db,
  query: WithDays<EntriesQuery>,
  accountIds: readonly string[] | undefined,
): Promise<Omit<EntryList, 'totals'> & { previous: string | null }> {
  const { days, sort = entriesList.sorts[0] } = query
  const ranges = toEntryRanges(query, await store.listRangeValues(db, query.currency, accountIds))
  const [page, count] = await Promise.all([
    readKeysetPage<EntryView>({
      cursor: query.cursor,
      sort,
      keyOf: ({ accountingDay, occurredAt, number }) => [accountingDay, occurredAt, number],
      exampleKey: ['', 0, 0],
      find: async (reversed, after, limit) => ({
        rows: await store.findEntries(
          db,
          ranges,
          { days, direction: reversed === (sort === 'occurred') ? 'desc' : 'asc', after, limit },
          accountIds,
        ),
      }),
    }),
    store.countEntries(db, ranges, days),
  ])
  return { ...page, count: toCount(count) }
}

/** How many entries match. */
export async function countEntries(db: Db, query: WithDays<EntriesQuery>): Promise<Count> {
  const accountIds = idsOf(await findChosenAccounts(db, query))
  const ranges = toEntryRanges(query, await store.listRangeValues(db, query.currency, accountIds))
  return toCount(await store.countEntries(db, ranges, query.days))
}
