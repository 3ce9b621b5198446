import { hasPermission, inTransaction, requirePermission } from '#server/auth/access.ts'
import type { Action, AuthenticatedContext } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { newId } from '#server/db/id.ts'
import * as store from '#server/list/view-store.ts'
import { pickListParameters } from '#shared/list/url.ts'
import { type ListView, maxViews } from '#shared/list/view-inputs.ts'
import { viewLists, type ViewListName } from '#shared/list/view-lists.ts'
import { viewQueries } from '#shared/list/view-queries.ts'
import { invalidInput, ProblemError } from '#shared/problem.ts'
import { parseSearchParams } from '#shared/routes/pages.ts'
import { withQuery } from '#shared/routes/with-query.ts'

/** `POST /api/lists/:list/views`. */
export const saveView: Action<'saveView'> = async (context, { list, viewName = '', query, shared, replaces }) => {
  requirePermission(context, viewLists[list].permission)
  const normalized = normalizeQuery(list, query)
  return inTransaction(context, async (transaction, user) => {
    if (replaces !== undefined) {
      const view = await findChangeable(transaction, context, replaces)
      await store.updateView(transaction, view.id, { query: normalized })
      return { view: toListView(context, { ...view, query: normalized }) }
    }
    if (viewName === '') throw invalidInput({ pointer: '/viewName', reason: 'required' })
    if (shared) requirePermission(context, 'views.share')
    const known = await store.listViewRecords(transaction, list, user.id)
    if (known.filter(({ owner_id }) => owner_id === user.id).length >= maxViews)
      throw invalidInput({ pointer: '/viewName', reason: 'too-many-views', parameters: { maximum: maxViews } })
    requireFreeName(known, viewName)
    const view = {
      id: newId(),
      list,
      name: viewName,
      query: normalized,
      owner_id: user.id,
      shared: shared ? 1 : 0,
      created_at: context.kontor.now(),
    }
    await store.insertView(transaction, view)
    return { view: toListView(context, { ...view, owner_name: user.name }) }
  })
}

/** `PUT /api/list-views/:view`: renames a view, and shares it or makes it one's own again. */
export const changeView: Action<'changeView'> = (context, { view: id, viewName, shared }) =>
  inTransaction(context, async (transaction, user) => {
    const view = await findChangeable(transaction, context, id)
    if (shared) requirePermission(context, 'views.share')
    const known = await store.listViewRecords(transaction, view.list as ViewListName, user.id)
    requireFreeName(
      known.filter((other) => other.id !== id),
      viewName,
    )
    const columns = { name: viewName, shared: shared ? 1 : 0 }
    await store.updateView(transaction, id, columns)
    return { view: toListView(context, { ...view, ...columns }) }
  })

/** `DELETE /api/list-views/:view`. */
export const removeView: Action<'removeView'> = (context, { view: id }) =>
  inTransaction(context, async (transaction) => {
    const view = await findChangeable(transaction, context, id)
    await store.deleteView(transaction, view.id)
    return { removed: true }
  })

/** The views of a list that the user has, their own first. */
export async function loadViews(context: AuthenticatedContext, list: ViewListName): Promise<ListView[]> {
  const records = await store.listViewRecords(context.kontor.database.read, list, context.session.user.id)
  const views = records.map((record) => toListView(context, record))
  return views.toSorted((a, b) => Number(a.owner !== null) - Number(b.owner !== null))
}

const toListView = (context: AuthenticatedContext, view: store.ViewRecord): ListView => ({
  id: view.id,
  name: view.name,
  href: `${viewLists[view.list as ViewListName].path}?${view.query}`,
  isShared: view.shared === 1,
  owner: view.owner_id === context.session.user.id ? null : view.owner_name,
  canChange: canChange(context, view),
})

/** A view that others see too is changed by those who may share views. */
const canChange = (context: AuthenticatedContext, { owner_id, shared }: store.ViewRecord): boolean =>
  shared === 1 ? hasPermission(context, 'views.share') : owner_id === context.session.user.id

async function findChangeable(
  transaction: Transaction,
  context: AuthenticatedContext,
  id: string,
): Promise<store.ViewRecord> {
  const view = await store.findViewRecord(transaction, id, context.session.user.id)
  if (!view || !hasPermission(context, viewLists[view.list as ViewListName].permission))
    throw new ProblemError('not-found')
  if (!canChange(context, view)) requirePermission(context, 'views.share')
  return view
}

function requireFreeName(views: readonly store.ViewRecord[], name: string): void {
  const wanted = name.toLowerCase()
  if (views.some((view) => view.name.toLowerCase() === wanted))
    throw invalidInput({ pointer: '/viewName', reason: 'view-exists' })
}

/** The filter and the sort of a query, as URLs of the list write them; throws `invalid-input` for values that the list does not know. */
function normalizeQuery(list: ViewListName, text: string): string {
  const parsed = viewQueries[list].safeParse(parseSearchParams(new URLSearchParams(text)))
  if (!parsed.success) throw invalidInput({ pointer: '/query', reason: 'view-query' })
  const declared = viewLists[list]
  if (withQuery('', pickListParameters({ ...declared, parameters: {} }, parsed.data)) === '')
    throw invalidInput({ pointer: '/query', reason: 'view-query' })
  return withQuery('', pickListParameters(declared, parsed.data)).slice(1)
}
