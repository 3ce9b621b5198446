import { usePageContext } from '#client/app/page-context.tsx'
import { showNavigationCounts } from '#client/navigation/router.ts'
import type { LiveUpdate } from '#shared/live/views.ts'

/** Returns what to call with each live update, so that the navigation shows the open work as it is now. */
export function useNavigationCounts(): (update: Pick<LiveUpdate, 'counts'>) => void {
  const { navigationCounts: shown } = usePageContext()
  return ({ counts }) => {
    if (counts && JSON.stringify(counts) !== JSON.stringify(shown)) showNavigationCounts(counts)
  }
}
