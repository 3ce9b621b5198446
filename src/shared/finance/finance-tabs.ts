import type { Permission } from '#shared/permissions.ts'

/** The tabs of `/finance` (`?tab=`) in their order, with the permission to see each. The first is the default and never in the URL. */
export const financeTabs = {
  flow: 'finance.view',
  accounts: 'finance.view',
  reconciliation: 'finance.view',
  closing: 'finance.view',
} as const satisfies Record<string, Permission>

export type FinanceTab = keyof typeof financeTabs
export const financeTabNames = Object.keys(financeTabs) as [FinanceTab, ...FinanceTab[]]
