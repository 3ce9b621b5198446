import type { LedgerEntryFlowsTable } from '#server/db/schema/ledger.ts'
import { type Comparison, type Filter, matchesNoRow, reduceFilter } from '#shared/list/filter.ts'

/** What the entries of a range have in common. */
export type RangeValues = Pick<LedgerEntryFlowsTable, 'currency' | 'account_id' | 'kind' | 'flow'>

/** Entries that are neighbors in the index of the list: one currency or account, one kind, one flow, sorted by date. */
export interface EntryRange {
  values: RangeValues
  /** What else the entries of the range must match: days. */
  filter: Filter
}

/** The ranges in which all entries lie that match a filter, out of those that hold any. */
export const toEntryRanges = (filter: Filter, used: readonly RangeValues[]): EntryRange[] =>
  used.flatMap((values) => {
    const rest = reduceFilter(filter, (comparison) => matchesRange(comparison, values))
    return matchesNoRow(rest) ? [] : [{ values, filter: rest }]
  })

/** Whether the entries of a range match a comparison; undefined for a comparison of days. */
function matchesRange(comparison: Comparison, { currency, kind, flow }: RangeValues): boolean | undefined {
  if (comparison.op !== 'in') return undefined
  if (comparison.field === 'currency') return comparison.values.includes(currency)
  if (comparison.field === 'kind') return comparison.values.includes(kind)
  // The ranges are those of the chosen accounts.
  return comparison.field === 'flow' ? comparison.values.includes(flow) : true
}
