import { filteredHref } from '#client/finance/finance-url.ts'
import { findPreset } from '#client/finance/periods.ts'
import { useMessages, usePageContext } from '#client/app/page-context.tsx'
import { Chip, Chips } from '#client/ui/chips.tsx'
import { useDayRangeFormat } from '#client/ui/day-range.ts'
import { CheckboxGroup, DateRangeField, FilterMenu, RadioGroup } from '#client/ui/filter-menu.tsx'
import { flows, type FinanceQuery } from '#shared/finance/inputs.ts'
import { entryKinds } from '#shared/finance/ledger.ts'
import { href } from '#shared/routes/pages.ts'
import { dayOf } from '#shared/time.ts'

const emptyFilter = { from: undefined, to: undefined, kind: [], flow: undefined }

/** Filters by kind, direction and day, as a GET form. */
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
          <RadioGroup
            name="flow"
            label={finance.flow}
            any={finance.anyFlow}
            values={flows}
            words={finance.flows}
            selected={query.flow}
          />
        </div>
        <DateRangeField label={finance.accountingDay} from={query.from} to={query.to} />
      </FilterMenu>
    </form>
  )
}

/** The filters in use, above the rows. */
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

/** A preset period is not listed: it is selected above the figures. */
function useActiveFilters(query: FinanceQuery) {
  const { common, finance } = useMessages()
  const { now, book } = usePageContext()
  const formatDays = useDayRangeFormat()
  const { from, to, kind, flow } = query
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
  if (flow) activeFilters.push({ field: finance.flow, value: finance.flows[flow], clearedQuery: { flow: undefined } })
  return activeFilters
}
