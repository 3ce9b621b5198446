import type { FinanceQuery } from '#shared/finance/inputs.ts'
import { href } from '#shared/routes/pages.ts'

/** The URL of a month in the tab Closing with some parameters changed; the defaults are never in it. */
export function closingHref(query: FinanceQuery, change: Partial<FinanceQuery>): string {
  const { month, report, span, currency, action } = { ...query, ...change }
  return href('finance', {
    tab: 'closing',
    month,
    report: report === 'trial_balance' ? undefined : report,
    span: span === 'month' ? undefined : span,
    currency,
    action,
  })
}

/** The page of a month. */
export const monthHref = (month: string): string => href('finance', { tab: 'closing', month })
