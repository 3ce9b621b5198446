import type { FilterField, QueryValues } from '#shared/list/filter-fields.ts'
import type { List } from '#shared/list/list.ts'
import { type QueryParameters, withQuery } from '#shared/routes/with-query.ts'

type Target = Pick<
  List,
  'path' | 'parameters' | 'filters' | 'sorts' | 'openParameter' | 'panelParameters' | 'viewParameters'
>

/** The list with some parameters changed, from its first page. The open row stays open, here as in every URL but `closedHref`. */
export const filterHref = (list: Target, query: QueryValues, change: QueryValues): string =>
  withQuery(list.path, { ...pickListParameters(list, { ...query, ...change }), ...pickOpenParameter(list, query) })

/** The list without one of its filters. */
export const withoutFilterHref = (list: Target, query: QueryValues, { parameters }: FilterField): string =>
  filterHref(list, query, Object.fromEntries(parameters.map((name) => [name, undefined])))

/** The list without any filter but those that `keep` sets; the sort stays. */
export const clearHref = (list: Target, query: QueryValues, keep: QueryValues = {}): string =>
  withQuery(list.path, {
    ...pickListParameters(list, { ...pickValues(list.viewParameters, query), ...keep, sort: query['sort'] }),
    ...pickOpenParameter(list, query),
  })

/** Another page of the same rows; without a cursor the first page. */
export const cursorHref = (list: Target, query: QueryValues, cursor: string | undefined): string =>
  withQuery(list.path, { ...pickListParameters(list, query), cursor, ...pickOpenParameter(list, query) })

/** The same page of the list with nothing open. */
export const closedHref = (list: Target, query: QueryValues): string =>
  cursorHref(list, { ...query, [list.openParameter]: undefined }, query['cursor'] as string | undefined)

/** The same page of the list with a dialog open, and no other. */
export const dialogHref = (list: Target, query: QueryValues, opened: QueryParameters): string =>
  withQuery(list.path, {
    ...pickListParameters(list, query),
    cursor: query['cursor'] as string | undefined,
    ...pickOpenParameter(list, query),
    ...opened,
  })

/** The view of a list that a query shows. */
export const findView = <View extends { href: string }>(
  list: Target,
  query: QueryValues,
  views: readonly View[],
): View | undefined => {
  const url = filterHref({ ...list, viewParameters: [] }, { ...query, [list.openParameter]: undefined }, {})
  return views.find(({ href }) => href === url)
}

/** Returns the URL of the same page of the list with a row open in the panel, for any number of rows. */
export function createOpenHref(list: Target, query: QueryValues): (key: string | number) => string {
  const rest = { cursor: query['cursor'] as string | undefined, ...pickPanelParameters(list, query) }
  const base = withQuery(list.path, { ...pickListParameters(list, query), ...rest })
  const prefix = `${base}${base.includes('?') ? '&' : '?'}${list.openParameter}=`
  return (key) => prefix + encodeURIComponent(key)
}

/** The parameters that open a row, for URLs that leave it open; none if no row is open. */
function pickOpenParameter(list: Target, query: QueryValues): QueryParameters {
  const key = query[list.openParameter]
  if (key === undefined) return {}
  return { ...pickPanelParameters(list, query), [list.openParameter]: key } as QueryParameters
}

const pickPanelParameters = ({ panelParameters }: Target, query: QueryValues): QueryParameters =>
  pickValues(panelParameters, query) as QueryParameters

const pickValues = (names: readonly string[] = [], query: QueryValues): QueryValues =>
  Object.fromEntries(names.map((name) => [name, query[name]]))

/** The parameters that say which rows are listed and in which order; the default sort is left out. */
export function pickListParameters(list: Target, query: QueryValues): QueryParameters {
  const { filters, sorts, viewParameters = [] } = list
  const picked: Record<string, unknown> = { ...list.parameters }
  for (const { parameters } of filters)
    for (const name of parameters) if (isSet(query[name])) picked[name] = query[name]
  for (const name of viewParameters) picked[name] = query[name]
  if (query['sort'] !== sorts[0]) picked['sort'] = query['sort']
  return picked as QueryParameters
}

/** Most filters are not: leaving them out saves every link a walk through them. */
const isSet = (value: unknown): boolean => value !== undefined && !(Array.isArray(value) && value.length === 0)
