import { usePageContext } from '#client/app/page-context.tsx'
import { showNavigationCounts } from '#client/navigation/router.ts'
import type { LiveUpdate } from '#shared/live/views.ts'

/** Returns a function to call with each live update, which keeps the open work in the navigation up to date. */
export function useNavigationCounts(): (update: Pick<LiveUpdate, 'counts'>) => void {
  const { navigationCounts: shown } = usePageContext()
  return ({ counts }) => {
    if (counts && JSON.stringify(counts) !== JSON.stringify(shown)) showNavigationCounts(counts)
  }
}
