import { hasPermission, inTransaction, requirePermission } from '#server/auth/access.ts'
import type { Action, AuthenticatedContext } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { isStorableText } from '#server/db/storable-text.ts'
import { newId } from '#server/db/id.ts'
import { findChoice } from '#server/list/store.ts'
import * as store from '#server/list/view-store.ts'
import { type ColumnListName, columnLists, isColumnList } from '#shared/list/column-lists.ts'
import { sortColumns } from '#shared/list/columns.ts'
import type { QueryValues } from '#shared/list/filter-fields.ts'
import { pickListParameters } from '#shared/list/url.ts'
import { type ListView, maxSharedViews, maxViews } from '#shared/list/view-inputs.ts'
import { viewLists, type ViewListName } from '#shared/list/view-lists.ts'
import { viewQueries } from '#shared/list/view-queries.ts'
import { invalidInput, ProblemError } from '#shared/problem.ts'
import { parseSearchParams } from '#shared/routes/pages.ts'
import { withQuery } from '#shared/routes/with-query.ts'

/** `POST /api/lists/:list/views`. */
export const saveView: Action<'saveView'> = async (
  context,
  { list, viewName = '', query, shared, layout: keepsLayout, replaces },
) => {
  requirePermission(context, viewLists[list].permission)
  const normalized = normalizeQuery(list, query)
  return inTransaction(context, async (transaction, user) => {
    const layout = keepsLayout ? await findLayout(transaction, user.id, list) : noLayout
    if (replaces !== undefined) {
      const view = await findChangeable(transaction, context, replaces)
      if (view.list !== list) throw new ProblemError('not-found')
      const columns = { query: normalized, ...layout }
      await store.updateView(transaction, view.id, columns)
      return { view: toListView(context, { ...view, ...columns }) }
    }
    if (viewName === '') throw invalidInput({ pointer: '/viewName', reason: 'required' })
    if (shared) requirePermission(context, 'views.share')
    const known = await store.listViewRecords(transaction, list, user.id)
    if (known.filter(({ owner_id }) => owner_id === user.id).length >= maxViews)
      throw invalidInput({ pointer: '/viewName', reason: 'too-many-views', parameters: { maximum: maxViews } })
    if (shared) requireSharedPlace(known)
    requireFreeName(known, viewName)
    const view = {
      id: newId(),
      list,
      name: viewName,
      query: normalized,
      owner_id: user.id,
      shared: shared ? 1 : 0,
      ...layout,
      created_at: context.kontor.now(),
    }
    await store.insertView(transaction, view)
    return { view: toListView(context, { ...view, owner_name: user.name, default_of: null }) }
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
    if (shared && view.shared === 0) requireSharedPlace(known)
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

/** How the user sees a list: the ids of its columns, their widths and the density. */
async function findLayout(transaction: Transaction, userId: string, list: ViewListName): Promise<store.ViewLayout> {
  if (!isColumnList(list)) return noLayout
  const { columns, widths, density } = (await findChoice(transaction, userId, list)) ?? {
    columns: null,
    widths: '',
    density: '',
  }
  return { columns: columns ?? shownColumns(list), widths, density }
}

const noLayout: store.ViewLayout = { columns: null, widths: null, density: null }

const shownColumns = (list: ColumnListName): string =>
  sortColumns(columnLists[list], null)
    .flatMap(({ id, isShown }) => (isShown ? id : []))
    .join(' ')

/** The views of a list that the user has, their own first. */
export async function loadViews(context: AuthenticatedContext, list: ViewListName): Promise<ListView[]> {
  const records = await store.listViewRecords(context.kontor.database.read, list, context.session.user.id)
  return toListViews(context, records)
}

/** The same, and the columns, their widths and the density of the view that has the query, if it keeps its own. */
export async function loadViewsOf(
  context: AuthenticatedContext,
  list: ViewListName,
  query: QueryValues,
): Promise<{ views: ListView[]; layout: store.ViewRecord | undefined }> {
  const records = await store.listViewRecords(context.kontor.database.read, list, context.session.user.id)
  // Other parameters of the page are not saved.
  const text = withQuery('', pickListParameters({ ...viewLists[list], viewParameters: [] }, query)).slice(1)
  const current = records.find((record) => record.query === text)
  return { views: toListViews(context, records), layout: typeof current?.columns === 'string' ? current : undefined }
}

const toListViews = (context: AuthenticatedContext, records: readonly store.ViewRecord[]): ListView[] =>
  records
    .map((record) => toListView(context, record))
    .toSorted((a, b) => Number(a.owner !== null) - Number(b.owner !== null))

const toListView = (context: AuthenticatedContext, view: store.ViewRecord): ListView => ({
  id: view.id,
  name: view.name,
  href: `${viewLists[view.list as ViewListName].path}?${view.query}`,
  isShared: view.shared === 1,
  owner: view.owner_id === context.session.user.id ? null : view.owner_name,
  isDefault: view.default_of !== null,
  hasLayout: view.columns !== null,
  canChange: canChange(context, view),
})

/** A view that others see too is changed by those who may share views. */
const canChange = (context: AuthenticatedContext, { owner_id, shared }: store.ViewRecord): boolean =>
  shared === 1 ? hasPermission(context, 'views.share') : owner_id === context.session.user.id

/** A view that the user may change; throws `not-found` and `permission-denied`. */
export async function findChangeable(
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

function requireSharedPlace(views: readonly store.ViewRecord[]): void {
  if (views.filter(({ shared }) => shared === 1).length >= maxSharedViews)
    throw invalidInput({ pointer: '/shared', reason: 'too-many-shared-views', parameters: { maximum: maxSharedViews } })
}

function requireFreeName(views: readonly store.ViewRecord[], name: string): void {
  const wanted = name.toLowerCase()
  if (views.some((view) => view.name.toLowerCase() === wanted))
    throw invalidInput({ pointer: '/viewName', reason: 'view-exists' })
}

/** The filter and the sort of a query, as URLs of the list write them; throws `invalid-input` for values that the list does not know. */
function normalizeQuery(list: ViewListName, text: string): string {
  const parameters = new URLSearchParams(text)
  const parsed = viewQueries[list].safeParse(parseSearchParams(parameters))
  // The text is checked as it is sent, in which a NUL is `%00`.
  if (!parsed.success || ![...parameters.values()].every(isStorableText))
    throw invalidInput({ pointer: '/query', reason: 'view-query' })
  const declared = viewLists[list]
  if (withQuery('', pickListParameters({ ...declared, parameters: {} }, parsed.data)) === '')
    throw invalidInput({ pointer: '/query', reason: 'view-query' })
  return withQuery('', pickListParameters(declared, parsed.data)).slice(1)
}
