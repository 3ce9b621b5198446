import { type FilterOptions, ListFilterMenu } from '#client/list/list-filter-menu.tsx'
import { ActiveFilterChips } from '#client/list/list-toolbar.tsx'
import { useActiveFilters } from '#client/list/use-active-filters.ts'
import { periods } from '#client/finance/periods.ts'
import { usePageContext } from '#client/app/page-context.tsx'
import { useAbsoluteDays } from '#client/finance/use-absolute-days.ts'
import { useLedgerMessages } from '#client/finance/use-ledger-messages.ts'
import { HiddenFields } from '#client/ui/hidden-fields.tsx'
import { SearchField } from '#client/ui/toolbar.tsx'
import { findDayPreset } from '#client/ui/day-presets.ts'
import { channelOf } from '#shared/finance/channels.ts'
import { entriesList } from '#shared/finance/entries-list.ts'
import type { AccountName } from '#shared/finance/flow-figures.ts'
import type { FinanceQuery } from '#shared/finance/inputs.ts'
import { pickListParameters } from '#shared/list/url.ts'
import type { FieldError } from '#shared/problem.ts'
import { dayOf } from '#shared/time.ts'
import { useEffect, useRef } from 'react'

/** The id of the toolbar above the entries, to which phones scroll after a search. */
export const entriesId = 'entries'

/** The currency is chosen in the head of the page. */
const chosenElsewhere = ['currency']

interface EntriesFilterProps {
  query: FinanceQuery
  /** The accounts to choose from. */
  accounts: readonly AccountName[]
  errors: readonly FieldError[]
  hasSearchError: boolean
}

/** Filters by kind, direction, account, channel and day, as a GET form. */
export function EntriesFilter({ query, accounts, errors, hasSearchError }: EntriesFilterProps) {
  const { finance, ledger } = useLedgerMessages()
  const options = useEntryOptions(accounts)
  const form = useMenuInView()
  return (
    <form
      className="entries-filter"
      method="get"
      action={`${entriesList.path}#${entriesId}`}
      ref={form}
      role="search"
      aria-label={finance.filterForm}
    >
      <HiddenFields
        values={{ currency: query.currency, ...pickListParameters({ ...entriesList, filters: [] }, query) }}
      />
      <SearchField
        id="filter-search"
        label={ledger.search.label}
        placeholder={ledger.search.placeholder}
        defaultValue={query.q}
        isInvalid={hasSearchError}
        shortcut
      />
      <ListFilterMenu
        list={entriesList}
        query={query}
        options={options}
        counted="entries"
        errors={errors}
        exclude={chosenElsewhere}
        presets={[]}
      />
    </form>
  )
}

/** The toolbar may be low on the screen: scrolls so far that the opened menu is visible, again when its controls have arrived. */
function useMenuInView() {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      if (entry && entry.target.clientHeight > 0) entry.target.scrollIntoView({ block: 'nearest' })
    })
    const onToggle = () => {
      observer.disconnect()
      const box = form.current?.querySelector('details[open] > .filter__box')
      if (box) observer.observe(box)
    }
    const listened = form.current
    // The event does not bubble.
    listened?.addEventListener('toggle', onToggle, true)
    return () => {
      observer.disconnect()
      listened?.removeEventListener('toggle', onToggle, true)
    }
  }, [])
  return form
}

/** The accounts and channels of money accounts; without a choice where there is one account. */
export function useEntryOptions(accounts: readonly AccountName[]): FilterOptions {
  const { ledger } = useLedgerMessages()
  if (accounts.length < 2) return {}
  const channels = new Map(
    accounts
      .toReversed()
      .map((account) => [
        channelOf(account),
        account.role === 'clearing'
          ? ledger.accountShort({ ...account, name: '', nameZh: '' })
          : ledger.roles[account.role],
      ]),
  )
  return {
    account: accounts.map((account) => ({
      value: account.code,
      label: `${account.code} ${ledger.accountName(account)}`,
    })),
    channel: [...channels].toReversed().map(([value, label]) => ({ value, label })),
  }
}

/** The active filters, above the rows. */
export function ActiveEntryFilters({
  query,
  accounts,
  saveHref,
}: Pick<EntriesFilterProps, 'query' | 'accounts'> & { saveHref?: string | undefined }) {
  const activeFilters = useActiveEntryFilters(query, accounts)
  return (
    <ActiveFilterChips
      list={entriesList}
      query={query}
      activeFilters={activeFilters}
      keep={{ currency: query.currency }}
      saveHref={saveHref}
    />
  )
}

/** The active filters, without the days of a preset period, which is already shown above the figures. */
function useActiveEntryFilters(query: FinanceQuery, accounts: readonly AccountName[]) {
  const options = useEntryOptions(accounts)
  const { now, book } = usePageContext()
  const { from, to } = useAbsoluteDays(query)
  const isPreset = findDayPreset(periods, { from, to }, dayOf(now, book.timeZone)) !== undefined
  return useActiveFilters(entriesList, query, isPreset ? [...chosenElsewhere, 'day'] : chosenElsewhere, options)
}
