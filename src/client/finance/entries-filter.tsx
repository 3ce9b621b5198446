import { filteredHref } from '#client/finance/finance-address.ts'
import { presetOf } from '#client/finance/periods.ts'
import { useMessages, usePageContext } from '#client/screen.tsx'
import { Chip, Chips } from '#client/ui/chips.tsx'
import { useDaysInWords } from '#client/ui/day-range.ts'
import { Choices, DaysField, FilterMenu } from '#client/ui/filter-menu.tsx'
import type { FinanceQuery } from '#shared/finance/inputs.ts'
import { entryKinds } from '#shared/finance/ledger.ts'
import { href } from '#shared/routes/pages.ts'
import { dayOf } from '#shared/time.ts'

const noFilter = { from: undefined, to: undefined, kind: [] }

/** Kinds and days to choose from, as a GET form. */
export function EntriesFilter({ query }: { query: FinanceQuery }) {
  const { finance } = useMessages()
  const used = useFiltersInUse(query)
  return (
    <form method="get" action={href('finance')} role="search" aria-label={finance.filterForm}>
      {query.currency && <input type="hidden" name="currency" value={query.currency} />}
      <FilterMenu
        address={filteredHref(query, {})}
        inUse={used.length}
        clearHref={filteredHref(query, noFilter)}
        compact
      >
        <div className="filter__cols">
          <Choices name="kind" label={finance.kind} values={entryKinds} words={finance.kinds} chosen={query.kind} />
        </div>
        <DaysField label={finance.accountingDay} from={query.from} to={query.to} />
      </FilterMenu>
    </form>
  )
}

/** Above the rows what of it is in use; nothing when nothing is. */
export function EntriesFiltersInUse({ query }: { query: FinanceQuery }) {
  const used = useFiltersInUse(query)
  if (used.length === 0) return null
  return (
    <div className="toolbar">
      <Chips clearHref={filteredHref(query, noFilter)}>
        {used.map(({ field, value, without }) => (
          <Chip key={field} field={field} value={value} removeHref={filteredHref(query, without)} />
        ))}
      </Chips>
    </div>
  )
}

/** A period that has a name of its own is no filter: it stands above the figures. */
function useFiltersInUse(query: FinanceQuery) {
  const { common, finance } = useMessages()
  const { now, book } = usePageContext()
  const inWords = useDaysInWords()
  const { from, to, kind } = query
  const used: { field: string; value: string; without: Partial<FinanceQuery> }[] = []
  if (presetOf({ from, to }, dayOf(now, book.timeZone)) === undefined)
    used.push({ field: finance.accountingDay, value: inWords(query), without: { from: undefined, to: undefined } })
  if (kind.length > 0)
    used.push({
      field: finance.kind,
      value: common.list(kind.map((one) => finance.kinds[one])),
      without: { kind: [] },
    })
  return used
}
