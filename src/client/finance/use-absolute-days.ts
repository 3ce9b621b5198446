import { usePageContext } from '#client/app/page-context.tsx'
import { entriesList } from '#shared/finance/entries-list.ts'
import type { FinanceQuery } from '#shared/finance/inputs.ts'
import { resolveDays } from '#shared/list/relative-days.ts'
import { dayOf } from '#shared/time.ts'

/** The query of the page with its relative days as they are today; all lists of the page have the same parameters for days. */
export function useAbsoluteDays(query: FinanceQuery): FinanceQuery {
  const { now, book } = usePageContext()
  return resolveDays(entriesList, query, dayOf(now, book.timeZone))
}
