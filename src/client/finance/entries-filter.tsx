import { filteredHref } from '#client/finance/finance-url.ts'
import { findPreset } from '#client/finance/periods.ts'
import { useMessages, usePageContext } from '#client/app/page-context.tsx'
import { Chip, Chips } from '#client/ui/chips.tsx'
import { useDayRangeFormat } from '#client/ui/day-range.ts'
import { CheckboxGroup, DateRangeField, FilterMenu } from '#client/ui/filter-menu.tsx'
import type { FinanceQuery } from '#shared/finance/inputs.ts'
import { entryKinds } from '#shared/finance/ledger.ts'
import { href } from '#shared/routes/pages.ts'
import { dayOf } from '#shared/time.ts'

const emptyFilter = { from: undefined, to: undefined, kind: [] }

/** Kinds and days to choose from, as a GET form. */
export function EntriesFilter({ query }: { query: FinanceQuery }) {
  const { finance } = useMessages()
  const activeFilters = useActiveFilters(query)
  return (
    <form method="get" action={href('finance')} role="search" aria-label={finance.filterForm}>
      {query.currency && <input type="hidden" name="currency" value={query.currency} />}
      <FilterMenu
        listUrl={filteredHref(query, {})}
        activeCount={activeFilters.length}
        clearHref={filteredHref(query, emptyFilter)}
        compact
      >
        <div className="filter__cols">
          <CheckboxGroup
            name="kind"
            label={finance.kind}
            values={entryKinds}
            words={finance.kinds}
            selected={query.kind}
          />
        </div>
        <DateRangeField label={finance.accountingDay} from={query.from} to={query.to} />
      </FilterMenu>
    </form>
  )
}

/** Above the rows what of it is in use; nothing when nothing is. */
export function ActiveEntryFilters({ query }: { query: FinanceQuery }) {
  const activeFilters = useActiveFilters(query)
  if (activeFilters.length === 0) return null
  return (
    <div className="toolbar">
      <Chips clearHref={filteredHref(query, emptyFilter)}>
        {activeFilters.map(({ field, value, clearedQuery }) => (
          <Chip key={field} field={field} value={value} removeHref={filteredHref(query, clearedQuery)} />
        ))}
      </Chips>
    </div>
  )
}

/** A period that has a name of its own is no filter: it stands above the figures. */
function useActiveFilters(query: FinanceQuery) {
  const { common, finance } = useMessages()
  const { now, book } = usePageContext()
  const formatDays = useDayRangeFormat()
  const { from, to, kind } = query
  const activeFilters: { field: string; value: string; clearedQuery: Partial<FinanceQuery> }[] = []
  if (findPreset({ from, to }, dayOf(now, book.timeZone)) === undefined)
    activeFilters.push({
      field: finance.accountingDay,
      value: formatDays(query),
      clearedQuery: { from: undefined, to: undefined },
    })
  if (kind.length > 0)
    activeFilters.push({
      field: finance.kind,
      value: common.list(kind.map((one) => finance.kinds[one])),
      clearedQuery: { kind: [] },
    })
  return activeFilters
}
