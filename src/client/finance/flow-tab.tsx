import { usePageContext, usePermission } from '#client/app/page-context.tsx'
import { ActiveEntryFilters, EntriesFilter, entriesId, useEntryOptions } from '#client/finance/entries-filter.tsx'
import { ConvertedFlow } from '#client/finance/converted-flow.tsx'
import { EntriesTable } from '#client/finance/entries-table.tsx'
import { filteredHref, financeHref } from '#client/finance/finance-url.ts'
import { FlowCharts } from '#client/finance/flow-charts.tsx'
import { FlowGroupings, FlowGroups } from '#client/finance/flow-groups.tsx'
import { PeriodBar } from '#client/finance/period-bar.tsx'
import { SummaryCards } from '#client/finance/summary-cards.tsx'
import type { TabProps } from '#client/finance/tabs.tsx'
import { useAbsoluteDays } from '#client/finance/use-absolute-days.ts'
import { useLedgerMessages } from '#client/finance/use-ledger-messages.ts'
import { ColumnResizer } from '#client/list/deferred.ts'
import { ListPager } from '#client/list/list-pager.tsx'
import { SearchErrorNote } from '#client/list/search-error-note.tsx'
import { ListViews } from '#client/list/list-views.tsx'
import { NoMatch } from '#client/list/no-match.tsx'
import { useActiveFilters } from '#client/list/use-active-filters.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { Banner } from '#client/ui/banner.tsx'
import { Empty } from '#client/ui/empty.tsx'
import { Segmented } from '#client/ui/segmented.tsx'
import { useLastOpen } from '#client/ui/use-last-open.ts'
import { entriesList } from '#shared/finance/entries-list.ts'
import type { FinanceQuery } from '#shared/finance/inputs.ts'
import type { FlowTabView } from '#shared/finance/page-views.ts'
import { findView } from '#shared/list/url.ts'
import { href } from '#shared/routes/pages.ts'

/** The figures of a period and its entries with their postings. */
export function FlowTab({ query, content, form }: TabProps<'flow'>) {
  const { ledger } = useLedgerMessages()
  const { currency, figures } = content
  // A search looks in all currencies, and its figures are in one of them.
  const asked = query.q === undefined ? query : { ...query, currency: currency ?? undefined }
  const shown = useAbsoluteDays(asked)
  if (!figures || currency === null) return <NoEntries />
  const filter = (
    <EntriesFilter
      query={query}
      accounts={content.accounts}
      errors={content.queryErrors}
      hasSearchError={content.searchError !== null}
    />
  )
  return (
    <>
      <ListViews
        list="entries"
        views={content.views}
        dialogHref={(view) => financeHref(query, { view })}
        query={query}
        closeHref={financeHref(query, { view: undefined })}
        form={form}
        state={JSON.stringify(content.count)}
      />
      <div className="list-head flow-head">
        <PeriodBar
          days={{ from: shown.from, to: shown.to }}
          hrefOf={(days) => filteredHref(query, days)}
          filter={content.converted && filter}
        />
        {content.converted ? (
          <ConvertedFlow query={query} view={content.converted} />
        ) : (
          <>
            {content.isCut && <Banner>{ledger.search.cut}</Banner>}
            <SummaryCards figures={figures} currency={currency} query={shown} />
            <FlowCharts query={asked} currency={currency} view={content.chart} />
          </>
        )}
      </div>
      <div className="toolbar entries-toolbar" id={entriesId}>
        {!content.converted && (
          <>
            {filter}
            <FlowGroupings query={query} />
          </>
        )}
        <ActiveEntryFilters
          query={query}
          accounts={content.accounts}
          saveHref={
            content.views.length === 0 && !content.searchError ? financeHref(query, { view: 'new' }) : undefined
          }
        />
      </div>
      {content.converted ? null : content.grouped ? (
        <FlowGroups query={shown} currency={currency} grouped={content.grouped} figures={figures.now} />
      ) : content.rows.length > 0 ? (
        <Entries query={query} data={content} />
      ) : content.searchError !== null ? (
        <SearchErrorNote error={content.searchError} />
      ) : (
        <NoMatchingEntries query={query} accounts={content.accounts} />
      )}
    </>
  )
}

/** The currencies of the entries, of which the tab shows one. */
export function FlowCurrencies({ query, content }: Pick<TabProps<'flow'>, 'query' | 'content'>) {
  const { finance, ledger } = useLedgerMessages()
  const { book } = usePageContext()
  if (content.currencies.length < 2 || content.currency === null) return null
  return (
    <Segmented
      label={finance.currency}
      value={content.converted ? 'all' : content.currency}
      options={[
        ...content.currencies.map((currency) => ({
          value: currency,
          label: currency,
          href: filteredHref(query, { currency, convert: undefined }),
        })),
        {
          value: 'all',
          label: ledger.converted.all,
          href: filteredHref(query, { convert: book.currency, currency: undefined, group: undefined, q: undefined }),
        },
      ]}
    />
  )
}

function Entries({ query, data }: { query: FinanceQuery; data: FlowTabView }) {
  const { common, finance } = useLedgerMessages()
  const { book } = usePageContext()
  const { count } = data
  const highlighted = useLastOpen(query.entry ?? null)
  return (
    <>
      <div data-density={data.density}>
        <EntriesTable
          query={query}
          columns={data.columns}
          widths={data.widths}
          rows={data.rows}
          totals={data.totals}
          highlighted={highlighted}
        />
      </div>
      <ColumnResizer list="entries" view={findView(entriesList, query, data.views)} />
      <ListPager list={entriesList} query={query} page={data}>
        {finance.count(common.count(count), 'exact' in count && count.exact === 1)}
        <span className="dimmed hide-sm"> · {finance.timesIn(book.timeZone)}</span>
      </ListPager>
    </>
  )
}

function NoMatchingEntries({ query, accounts }: { query: FinanceQuery; accounts: FlowTabView['accounts'] }) {
  const activeFilters = useActiveFilters(entriesList, query, ['currency'], useEntryOptions(accounts))
  return (
    <NoMatch
      list={entriesList}
      query={query}
      activeFilters={activeFilters}
      counted="entries"
      keep={{ currency: query.currency }}
    />
  )
}

function NoEntries() {
  const { ledger } = useLedgerMessages()
  const canImport = usePermission('orders.import')
  return (
    <Empty
      icon="notebook-text"
      title={ledger.noEntries}
      actions={
        canImport && (
          <ButtonLink variant="primary" icon="upload" href={href('orders', { import: '1' })}>
            {ledger.importOrders}
          </ButtonLink>
        )
      }
    >
      {ledger.noEntriesHint}
    </Empty>
  )
}
