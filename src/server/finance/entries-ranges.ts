import type { LedgerEntryFlowsTable } from '#server/db/schema/ledger.ts'
import { entriesList } from '#shared/finance/entries-list.ts'
import type { EntriesQuery } from '#shared/finance/inputs.ts'
import { type Comparison, matchesNoRow, reduceFilter } from '#shared/list/filter.ts'
import { toFilter } from '#shared/list/list.ts'

/** Entries that are neighbors in the index of the list: one currency or account, one kind, one flow, sorted by date. */
export type EntryRange = Pick<LedgerEntryFlowsTable, 'currency' | 'account_id' | 'kind' | 'flow'>

/** The ranges in which all entries lie that match a query apart from its days, out of those that hold any. */
export const toEntryRanges = (
  query: Omit<EntriesQuery, 'from' | 'to' | 'cursor'>,
  used: readonly EntryRange[],
): EntryRange[] => {
  const filter = toFilter(entriesList, query)
  return used.filter((range) => !matchesNoRow(reduceFilter(filter, (comparison) => matchesRange(comparison, range))))
}

/** Whether the entries of a range match a comparison. The ranges are those of the chosen accounts. */
function matchesRange(comparison: Comparison, { currency, kind, flow }: EntryRange): boolean {
  if (comparison.op !== 'in') return true
  if (comparison.field === 'currency') return comparison.values.includes(currency)
  if (comparison.field === 'kind') return comparison.values.includes(kind)
  return comparison.field === 'flow' ? comparison.values.includes(flow) : true
}
