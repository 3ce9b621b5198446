import { shortcutKeys } from '#client/app/keys.ts'
import { useMessages, usePermission } from '#client/app/page-context.tsx'
import { FlowCurrencies, FlowTab } from '#client/finance/flow-tab.tsx'
import { financeHref } from '#client/finance/finance-url.ts'
import { useLedgerMessages } from '#client/finance/use-ledger-messages.ts'
import { lazyComponent } from '#client/lazy-component.tsx'
import type { Overlay } from '#client/pages.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { Tab, Tabs } from '#client/ui/tabs.tsx'
import { type FinanceTab, financeTabNames } from '#shared/finance/finance-tabs.ts'
import type { FinanceQuery } from '#shared/finance/inputs.ts'
import type { FinanceTabView } from '#shared/finance/page-views.ts'
import type { FormOutcome } from '#shared/page-state.ts'
import { href } from '#shared/routes/pages.ts'
import type { ComponentType } from 'react'

/** What a tab of `/finance` shows. */
export interface TabProps<Name extends FinanceTab> {
  query: FinanceQuery
  content: Extract<FinanceTabView, { tab: Name }>
  form: FormOutcome | null
}

const AccountsTab = lazyComponent(async () => (await import('#client/finance/accounts-tab.tsx')).AccountsTab)

const StatementsTab = lazyComponent(async () => (await import('#client/finance/statements-tab.tsx')).StatementsTab)

const ClosingTab = lazyComponent(async () => (await import('#client/finance/closing/closing-tab.tsx')).ClosingTab)

/** The tabs with a chunk of their own. */
export const tabOverlays: readonly Overlay<'finance'>[] = [
  {
    component: AccountsTab,
    isOpen: ({ data }) => data.missingPermission === null && data.content.tab === 'accounts',
  },
  {
    component: StatementsTab,
    isOpen: ({ data }) => data.missingPermission === null && data.content.tab === 'reconciliation',
  },
  {
    component: ClosingTab,
    isOpen: ({ data }) => data.missingPermission === null && data.content.tab === 'closing',
  },
]

const tabComponents: { [Name in FinanceTab]: ComponentType<TabProps<Name>> } = {
  flow: FlowTab,
  accounts: AccountsTab,
  reconciliation: StatementsTab,
  closing: ClosingTab,
}

export function TabContent(props: TabProps<FinanceTab>) {
  const Content = tabComponents[props.content.tab] as ComponentType<TabProps<FinanceTab>>
  return <Content {...props} />
}

/** What can be done or chosen in a tab, in the head of the page. */
export function TabActions({
  query,
  content,
  canPost,
}: Pick<TabProps<FinanceTab>, 'query' | 'content'> & { canPost: boolean }) {
  const { ledger } = useLedgerMessages()
  const canManageAccounts = usePermission('finance.manage_accounts')
  const canReconcile = usePermission('finance.reconcile')
  if (content.tab === 'flow') return <FlowActions query={query} content={content} canPost={canPost} />
  if (content.tab === 'reconciliation')
    return (
      canReconcile &&
      content.opened === null &&
      content.workList === null && (
        <ButtonLink
          variant="primary"
          icon="upload"
          href={financeHref(query, { action: 'import', entry: undefined })}
          data-scroll="keep"
        >
          {ledger.statements.open}
        </ButtonLink>
      )
    )
  if (content.tab === 'closing') return null
  return (
    canManageAccounts &&
    content.opened === null && (
      <ButtonLink
        variant="primary"
        icon="plus"
        href={financeHref(query, { newAccount: '1', entry: undefined })}
        data-scroll="keep"
      >
        {ledger.accounts.add}
      </ButtonLink>
    )
  )
}

function FlowActions({ query, content, canPost }: Pick<TabProps<'flow'>, 'query' | 'content'> & { canPost: boolean }) {
  const { ledger } = useLedgerMessages()
  const canExport = usePermission('finance.export')
  return (
    <>
      <FlowCurrencies query={query} content={content} />
      {canExport && (
        <ButtonLink
          icon="download"
          href={financeHref(query, { action: 'export' })}
          data-scroll="keep"
          aria-label={ledger.export.open}
          aria-keyshortcuts={shortcutKeys.list.export}
        >
          <span className="hide-sm">{ledger.export.open}</span>
        </ButtonLink>
      )}
      {canPost && (
        <ButtonLink
          href={financeHref(query, { action: 'templates', entry: undefined })}
          data-scroll="keep"
          className="hide-sm"
        >
          {ledger.templates.open}
        </ButtonLink>
      )}
      {canPost && (
        <ButtonLink
          icon="plus"
          href={financeHref(query, { action: 'post', entry: undefined })}
          data-scroll="keep"
          aria-label={ledger.manual.open}
        >
          <span className="hide-sm">{ledger.manual.open}</span>
        </ButtonLink>
      )}
    </>
  )
}

/** Links to the tabs that the user can see. */
export function FinanceTabs({ tabs, current }: { tabs: readonly FinanceTab[]; current: FinanceTab }) {
  const { common } = useMessages()
  return (
    <Tabs label={common.pages.finance}>
      {tabs.map((tab) => (
        <Tab key={tab} href={href('finance', tab === financeTabNames[0] ? {} : { tab })} current={tab === current}>
          {common.financeTabs[tab]}
        </Tab>
      ))}
    </Tabs>
  )
}
