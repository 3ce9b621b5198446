import { usePermission } from '#client/app/page-context.tsx'
import { Page, PageHead } from '#client/app/shell.tsx'
import { EntryPanel } from '#client/finance/entry-panel.tsx'
import { closedHref, financeHref } from '#client/finance/finance-url.ts'
import { useLedgerMessages } from '#client/finance/use-ledger-messages.ts'
import { DueEntries } from '#client/finance/manual/due-entries.tsx'
import { OpenRequests } from '#client/finance/manual/open-requests.tsx'
import { FinanceTabs, TabActions, TabContent, tabOverlays } from '#client/finance/tabs.tsx'
import { lazyComponent } from '#client/lazy-component.tsx'
import { ViewDialog } from '#client/list/lazy-view-dialog.ts'
import type { Overlay, PageProps } from '#client/pages.ts'
import { MissingPermission } from '#client/ui/empty.tsx'
import { entriesList } from '#shared/finance/entries-list.ts'
import { entryHeadings } from '#shared/finance/entry-headings.ts'
import type { FinanceTabView } from '#shared/finance/page-views.ts'
import { findView } from '#shared/list/url.ts'
import type { ReactNode } from 'react'

const EntryDialogs = lazyComponent(async () => (await import('#client/finance/entry-dialogs.tsx')).EntryDialogs)

const RequestPanel = lazyComponent(async () => (await import('#client/finance/manual/request-panel.tsx')).RequestPanel)

const TemplatesDialog = lazyComponent(
  async () => (await import('#client/finance/manual/templates-dialog.tsx')).TemplatesDialog,
)
const LinePanel = lazyComponent(async () => (await import('#client/finance/matching/line-panel.tsx')).LinePanel)

const ColumnsDialog = lazyComponent(async () => (await import('#client/list/columns-dialog.tsx')).ColumnsDialog)

const ExchangeRateDialogs = lazyComponent(
  async () => (await import('#client/finance/exchange-rate-dialogs.tsx')).ExchangeRateDialogs,
)

const ExportDialog = lazyComponent(async () => (await import('#client/finance/export-dialog.tsx')).ExportDialog)

export const overlays: readonly Overlay<'finance'>[] = [
  ...tabOverlays,
  { component: EntryDialogs, isOpen: ({ data }) => data.missingPermission === null && data.accountOptions !== null },
  { component: RequestPanel, isOpen: ({ query }) => query.request !== undefined },
  { component: TemplatesDialog, isOpen: ({ query }) => query.action === 'templates' },
  { component: LinePanel, isOpen: ({ query }) => query.line !== undefined },
  { component: ColumnsDialog, isOpen: ({ query }) => query.action === 'columns' },
  { component: ViewDialog, isOpen: ({ query }) => query.view !== undefined },
  {
    component: ExchangeRateDialogs,
    isOpen: ({ query }) => query.action === 'rate' || query.action === 'import-rates',
  },
  { component: ExportDialog, isOpen: ({ query }) => query.action === 'export' },
]

/** 财务明细: one of its tabs, and the open entry in a panel. */
export default function FinancePage({ query, data, form }: PageProps<'finance'>) {
  const { common, ledger } = useLedgerMessages()
  if (data.missingPermission)
    return (
      <Page>
        <PageHead title={common.pages.finance} note={ledger.titleNote} />
        <MissingPermission permission={data.missingPermission} title={ledger.missingPermissionTitle} />
      </Page>
    )
  const { tabs, content, sellerName, openRequests, templates, canPost } = data
  return (
    <Page panel={renderPanel({ query, data, form })}>
      {sellerName !== '' && <p className="printed">{sellerName}</p>}
      <PageHead
        title={common.pages.finance}
        note={ledger.titleNote}
        actions={<TabActions query={query} content={content} canPost={canPost} />}
      />
      <FinanceTabs tabs={tabs} current={content.tab} />
      {content.tab === 'flow' && (
        <div className="open-work">
          <DueEntries query={query} templates={templates} form={form} />
          <OpenRequests query={query} requests={openRequests} />
        </div>
      )}
      <TabContent query={query} content={content} form={form} />
      <FinanceDialogs query={query} data={data} form={form} />
    </Page>
  )
}

interface FinanceParts extends Pick<PageProps<'finance'>, 'query' | 'form'> {
  data: Extract<PageProps<'finance'>['data'], { missingPermission: null }>
}

/** The entry, the line of a statement or the request that is open; null without one. */
function renderPanel({ query, data, form }: FinanceParts): ReactNode {
  const { content, entry, request, attachments, origin, verification, chain, canPost, approval } = data
  if (entry)
    return (
      <EntryPanel
        entry={entry}
        // A search for a number opens its entry: closing that ends the search.
        query={query.entry === undefined ? { ...query, q: undefined } : query}
        neighbors={listEntryNumbers(content)}
        canPost={canPost}
        attachments={attachments}
        origin={origin}
        verification={verification}
        chain={chain}
        form={form}
      />
    )
  if (content.tab === 'reconciliation' && content.workList && 'rows' in content.workList && content.workList.line)
    return (
      <LinePanel
        query={query}
        workList={content.workList}
        line={content.workList.line}
        attachments={attachments}
        canPost={canPost}
        approval={approval}
        form={form}
      />
    )
  return request && <RequestPanel request={request} query={query} attachments={attachments} form={form} />
}

/** The dialog that the URL opens. */
function FinanceDialogs({ query, data, form }: FinanceParts) {
  const messages = useLedgerMessages()
  const canExport = usePermission('finance.export')
  const { content, entry, templates, accountOptions, canPost, approval } = data
  return (
    <>
      {query.action === 'export' && canExport && (
        <ExportDialog query={query} currency={content.tab === 'flow' ? content.currency : null} form={form} />
      )}
      {(query.action === 'rate' || query.action === 'import-rates') && content.tab === 'flow' && content.converted && (
        <ExchangeRateDialogs
          key={`${query.action} ${query.rateKey}`}
          query={query}
          view={content.converted}
          form={form}
        />
      )}
      {query.action === 'columns' && content.tab === 'flow' && (
        <ColumnsDialog
          list="entries"
          layout={content}
          labels={entryHeadings(messages)}
          openHref={financeHref(query, {})}
          closeHref={closedHref(query)}
          view={findView(entriesList, query, content.views)}
          form={form}
        />
      )}
      {query.action === 'templates' && canPost && <TemplatesDialog query={query} templates={templates} form={form} />}
      {accountOptions && (
        <EntryDialogs
          key={`${query.action} ${query.entry} ${query.template} ${query.month}`}
          query={query}
          entry={entry && 'number' in entry ? entry : null}
          accounts={accountOptions}
          approval={approval}
          template={templates.find(({ template }) => template === query.template) ?? null}
          form={form}
        />
      )}
    </>
  )
}

/** The entries of the list, for the previous and next links of the panel. */
function listEntryNumbers(content: FinanceTabView): number[] {
  if (content.tab === 'flow') return content.rows.map(({ number }) => number)
  if (content.tab === 'reconciliation' || content.tab === 'closing') return []
  const rows = content.opened && 'rows' in content.opened ? content.opened.rows : []
  return [...new Set(rows.map(({ entry }) => entry))]
}
