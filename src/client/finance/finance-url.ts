import type { FinanceQuery } from '#shared/finance/inputs.ts'
import { href } from '#shared/routes/pages.ts'

/** The address of `/finance` with something changed and the rest kept: what is the same view is always the same address. */
export function financeHref(query: FinanceQuery, change: Partial<FinanceQuery>): string {
  const { from, to, kind, currency, cursor, entry } = { ...query, ...change }
  return href('finance', { from, to, kind, currency, cursor, entry })
}

/** The same with another filter: the list starts at its newest entry again and no entry stands beside it. */
export const filteredHref = (query: FinanceQuery, change: Partial<FinanceQuery>): string =>
  financeHref(query, { ...change, cursor: undefined, entry: undefined })
