import { filteredHref } from '#client/finance/finance-address.ts'
import { useMessages } from '#client/screen.tsx'
import { Button } from '#client/ui/button.tsx'
import { Chip, Chips } from '#client/ui/chips.tsx'
import { useDaysInWords } from '#client/ui/day-range.ts'
import { Icon } from '#client/ui/icon.tsx'
import { Toolbar } from '#client/ui/toolbar.tsx'
import type { FinanceQuery } from '#shared/finance/inputs.ts'
import { entryKinds } from '#shared/finance/ledger.ts'
import { href } from '#shared/routes/pages.ts'

/** Days and kind as a GET form, and the filters in use. A field whose value comes from the address starts anew with it. */
export function EntriesFilter({ query }: { query: FinanceQuery }) {
  const { finance } = useMessages()
  const kind = query.kind.length === 1 ? query.kind[0] : ''
  return (
    <Toolbar action={href('finance')} label={finance.filterForm}>
      {query.currency && <input type="hidden" name="currency" value={query.currency} />}
      <label className="toolbar__field">
        <span>{finance.from}</span>
        <input className="input" type="date" name="from" key={query.from} defaultValue={query.from} max="9999-12-31" />
      </label>
      <label className="toolbar__field">
        <span>{finance.to}</span>
        <input className="input" type="date" name="to" key={query.to} defaultValue={query.to} max="9999-12-31" />
      </label>
      <label className="toolbar__field">
        <span>{finance.kind}</span>
        <span className="input select">
          <select name="kind" key={kind} defaultValue={kind}>
            <option value="">{finance.allKinds}</option>
            {entryKinds.map((value) => (
              <option key={value} value={value}>
                {finance.kinds[value]}
              </option>
            ))}
          </select>
          <Icon name="chevron-down" />
        </span>
      </label>
      <Button type="submit">{finance.show}</Button>
      <FiltersInUse query={query} />
    </Toolbar>
  )
}

const noDays = { from: undefined, to: undefined }

function FiltersInUse({ query }: { query: FinanceQuery }) {
  const { common, finance } = useMessages()
  const inWords = useDaysInWords()
  const hasDays = query.from !== undefined || query.to !== undefined
  if (!hasDays && query.kind.length === 0) return null
  return (
    <Chips clearHref={filteredHref(query, { ...noDays, kind: [] })}>
      {hasDays && (
        <Chip field={finance.accountingDay} value={inWords(query)} removeHref={filteredHref(query, noDays)} />
      )}
      {query.kind.length > 0 && (
        <Chip
          field={finance.kind}
          value={common.list(query.kind.map((kind) => finance.kinds[kind]))}
          removeHref={filteredHref(query, { kind: [] })}
        />
      )}
    </Chips>
  )
}
