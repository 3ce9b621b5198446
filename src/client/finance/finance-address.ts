import type { FinanceQuery } from '#shared/finance/inputs.ts'
import { href } from '#shared/routes/pages.ts'

/** The address of `/finance` with something changed and the rest kept. */
export const financeHref = (query: FinanceQuery, change: Partial<FinanceQuery>): string =>
  href('finance', { ...query, ...change })

/** The same with another filter: the list starts at its newest entry again and no entry stands beside it. */
export const filteredHref = (query: FinanceQuery, change: Partial<FinanceQuery>): string =>
  financeHref(query, { ...change, cursor: undefined, entry: undefined })
