import type { FinanceQuery } from '#shared/finance/inputs.ts'
import { href } from '#shared/routes/pages.ts'

/** The URL of a month in the tab Closing with some parameters changed; the defaults are never in it, and the entries of a tax rate only if they are asked for. */
export function closingHref(query: FinanceQuery, change: Partial<FinanceQuery>): string {
  const { month, report, span, currency, action } = { ...query, ...change }
  const { rate, previous, cursor } = change
  return href('finance', {
    tab: 'closing',
    month,
    report: report === 'trial_balance' ? undefined : report,
    span: span === 'month' ? undefined : span,
    currency,
    rate,
    previous,
    cursor,
    action,
  })
}

/** The page of a month. */
export const monthHref = (month: string): string => href('finance', { tab: 'closing', month })
