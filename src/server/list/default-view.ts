import { hasPermission, inTransaction, requirePermission } from '#server/auth/access.ts'
import type { Action, AuthenticatedContext } from '#server/context.ts'
import * as store from '#server/list/view-store.ts'
import type { List } from '#shared/list/list.ts'
import { isStartList, viewLists, type ViewListName } from '#shared/list/view-lists.ts'
import { ProblemError } from '#shared/problem.ts'
import { withQuery } from '#shared/routes/with-query.ts'

/** `PUT /api/lists/:list/default-view`. Throws `not-found` for a list with which no page opens, and for what is no view of it. */
export const chooseDefaultView: Action<'chooseDefaultView'> = async (context, { list, view: id }) => {
  requirePermission(context, viewLists[list].permission)
  if (!isStartList(list)) throw new ProblemError('not-found')
  await inTransaction(context, async (transaction, user) => {
    if (id === undefined) return store.deleteDefaultView(transaction, user.id, list)
    const view = await store.findViewRecord(transaction, id, user.id)
    if (view?.list !== list) throw new ProblemError('not-found')
    return store.saveDefaultView(transaction, { user_id: user.id, list, view_id: view.id })
  })
  return { view: id ?? null }
}

/** The URLs with which links open lists, by the URL of the list; the other lists open without a view. */
export async function loadStartHrefs(context: AuthenticatedContext): Promise<Record<string, string>> {
  const { kontor, session } = context
  const found = await store.listDefaultViews(kontor.database.read, session.user.id)
  return Object.fromEntries(
    found.flatMap(({ list, query }) => {
      const { path, parameters, permission }: List = viewLists[list as ViewListName]
      return hasPermission(context, permission) ? [[withQuery(path, parameters ?? {}), `${path}?${query}`]] : []
    }),
  )
}
