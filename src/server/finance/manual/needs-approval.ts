import type { CurrentUser } from '#server/context.ts'
import type { PostingApproval } from '#shared/finance/page-views.ts'

/** When an entry of the user needs a second person. Limits are in the currency of the book: other currencies always need approval where there is a limit. */
export function needsApproval({ limits }: Pick<CurrentUser, 'limits'>): PostingApproval {
  const { manualEntryMinor, dailyManualEntryMinor } = limits
  if (manualEntryMinor === 0 || dailyManualEntryMinor === 0) return 'always'
  return manualEntryMinor === null && dailyManualEntryMinor === null ? 'never' : 'above-limit'
}
