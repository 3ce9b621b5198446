import { requirePermission } from '#server/auth/access.ts'
import type { Action, AuthenticatedContext } from '#server/context.ts'
import * as store from '#server/list/view-store.ts'
import { viewLists, type ViewListName } from '#shared/list/view-lists.ts'
import { viewQueries, type ViewQuery } from '#shared/list/view-queries.ts'
import type { Count } from '#shared/list/count.ts'
import { ProblemError } from '#shared/problem.ts'
import { parseSearchParams } from '#shared/routes/pages.ts'

/** How many rows the query of a URL lists; undefined for one that the list does not know any more. */
export type ViewCounter = (context: AuthenticatedContext, query: string) => Promise<Count | undefined>

export const viewCounter =
  <Name extends ViewListName>(
    list: Name,
    count: (context: AuthenticatedContext, query: ViewQuery<Name>) => Promise<Count>,
  ): ViewCounter =>
  async (context, query) => {
    const parsed = viewQueries[list].safeParse(parseSearchParams(new URLSearchParams(query)))
    return parsed.success ? count(context, parsed.data as ViewQuery<Name>) : undefined
  }

/** So few that the connections of PostgreSQL are left to others. */
const countedAtOnce = 4

/** `GET /api/lists/:list/view-counts`: without the views that take too long to count, so that one of them does not cost everyone all counts. */
export const createCountViews =
  (counters: Readonly<Record<ViewListName, ViewCounter>>): Action<'countViews'> =>
  async (context, { list }) => {
    requirePermission(context, viewLists[list].permission)
    const views = await store.listViewRecords(context.kontor.database.read, list, context.session.user.id)
    const counts: Record<string, Count> = {}
    const count = async ({ id, query }: store.ViewRecord): Promise<void> => {
      const found = await counters[list](context, query).catch(asUncounted)
      if (found) counts[id] = found
    }
    for (let index = 0; index < views.length; index += countedAtOnce)
      await Promise.all(views.slice(index, index + countedAtOnce).map(count))
    return { counts }
  }

/** `GET /api/lists/:list/match-count`: how many rows a filter would list, so that users see it before they apply it. */
export const createCountMatches =
  (counters: Readonly<Record<ViewListName, ViewCounter>>): Action<'countMatches'> =>
  async (context, { list, query }) => {
    requirePermission(context, viewLists[list].permission)
    return { count: (await counters[list](context, query).catch(asUncounted)) ?? null }
  }

/** A filter with an unknown value and a search that takes too long are not counted. */
function asUncounted(error: unknown): undefined {
  if (!(error instanceof ProblemError && error.problem === 'invalid-input')) throw error
}
