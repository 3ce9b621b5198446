import type { AuthenticatedContext } from '#server/context.ts'
import { loadAccountsTab } from '#server/finance/accounts-tab.ts'
import { loadClosingTab } from '#server/finance/closing/closing-tab.ts'
import { loadFlowTab } from '#server/finance/flow-tab.ts'
import { loadReconciliationTab } from '#server/finance/statements/reconciliation-tab.ts'
import type { FinanceTab } from '#shared/finance/finance-tabs.ts'
import type { FinanceQuery } from '#shared/finance/inputs.ts'
import type { FinanceTabView } from '#shared/finance/page-views.ts'

/** Loads the content of a tab of `/finance` for a user who can see it. */
export type TabLoader<Tab extends FinanceTab> = (
  context: AuthenticatedContext,
  query: FinanceQuery,
) => Promise<Extract<FinanceTabView, { tab: Tab }>>

export const tabLoaders: { [Tab in FinanceTab]: TabLoader<Tab> } = {
  flow: loadFlowTab,
  accounts: loadAccountsTab,
  reconciliation: loadReconciliationTab,
  closing: loadClosingTab,
}
