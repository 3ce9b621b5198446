import { ActiveEntryFilters } from '#client/finance/entries-filter.tsx'
import { EntriesTable } from '#client/finance/entries-table.tsx'
import { EntryPanel } from '#client/finance/entry-panel.tsx'
import { filteredHref } from '#client/finance/finance-url.ts'
import { PeriodBar } from '#client/finance/period-bar.tsx'
import { SummaryCards } from '#client/finance/summary-cards.tsx'
import type { PageProps } from '#client/pages.ts'
import { useMessages, usePermission, usePageContext } from '#client/app/page-context.tsx'
import { Page, PageHead } from '#client/app/shell.tsx'
import { ListPager } from '#client/list/list-pager.tsx'
import { NoMatch } from '#client/list/no-match.tsx'
import { useActiveFilters } from '#client/list/use-active-filters.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { Empty, MissingPermission } from '#client/ui/empty.tsx'
import { useLastOpen } from '#client/ui/use-last-open.ts'
import { Segmented } from '#client/ui/segmented.tsx'
import { entriesList } from '#shared/finance/entries-list.ts'
import type { FinanceQuery } from '#shared/finance/inputs.ts'
import type { FinanceView } from '#shared/finance/views.ts'
import { href } from '#shared/routes/pages.ts'

/** 财务明细: the figures of a period, the ledger entries with their postings, and the open entry in a panel. */
export default function FinancePage({ query, data }: PageProps<'finance'>) {
  const { common, finance } = useMessages()
  if (data.missingPermission)
    return (
      <Page>
        <PageHead title={common.pages.finance} note={finance.titleNote} />
        <MissingPermission permission={data.missingPermission} title={finance.missingPermissionTitle} />
      </Page>
    )
  return <AllowedFinancePage query={query} data={data} />
}

type AllowedFinanceView = Extract<FinanceView, { missingPermission: null }>

function AllowedFinancePage({ query, data }: { query: FinanceQuery; data: AllowedFinanceView }) {
  const { common, finance } = useMessages()
  const summary = data.summary.find(({ currency }) => currency === data.currency)
  const currencies = data.summary.length > 1 && summary && (
    <Segmented
      label={finance.currency}
      value={summary.currency}
      options={data.summary.map(({ currency }) => ({
        value: currency,
        label: currency,
        href: filteredHref(query, { currency }),
      }))}
    />
  )
  const panel = data.entry && <EntryPanel entry={data.entry} query={query} rows={data.rows} />
  return (
    <Page panel={panel}>
      <PageHead title={common.pages.finance} note={finance.titleNote} actions={currencies} />
      {summary ? (
        <>
          <div className="list-head">
            <PeriodBar query={query} errors={data.queryErrors} />
            <SummaryCards summary={summary} query={query} />
          </div>
          <ActiveEntryFilters query={query} />
          {data.rows.length > 0 ? <Entries query={query} data={data} /> : <NoMatchingEntries query={query} />}
        </>
      ) : (
        <NoEntries />
      )}
    </Page>
  )
}

function Entries({ query, data }: { query: FinanceQuery; data: AllowedFinanceView }) {
  const { common, finance } = useMessages()
  const { book } = usePageContext()
  const { count } = data
  const highlighted = useLastOpen(query.entry ?? null)
  return (
    <>
      <div data-density="compact">
        <EntriesTable query={query} rows={data.rows} totals={data.totals} highlighted={highlighted} />
      </div>
      <ListPager list={entriesList} query={query} page={data}>
        {finance.count(common.count(count), 'exact' in count && count.exact === 1)}
        <span className="dimmed hide-sm"> · {finance.timesIn(book.timeZone)}</span>
      </ListPager>
    </>
  )
}

function NoMatchingEntries({ query }: { query: FinanceQuery }) {
  const activeFilters = useActiveFilters(entriesList, query, ['currency'])
  return <NoMatch list={entriesList} query={query} activeFilters={activeFilters} keep={{ currency: query.currency }} />
}

function NoEntries() {
  const { finance } = useMessages()
  const canImport = usePermission('orders.import')
  return (
    <Empty
      icon="notebook-text"
      title={finance.noEntries}
      actions={
        canImport && (
          <ButtonLink variant="primary" icon="upload" href={href('orders', { import: '1' })}>
            {finance.importOrders}
          </ButtonLink>
        )
      }
    >
      {finance.noEntriesHint}
    </Empty>
  )
}
