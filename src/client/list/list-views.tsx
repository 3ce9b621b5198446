import { useMessages } from '#client/app/page-context.tsx'
import { type SavedViews, ViewTabs } from '#client/list/list-tabs.tsx'
import { ViewDialog } from '#client/list/lazy-view-dialog.ts'
import { Tab, Tabs } from '#client/ui/tabs.tsx'
import { isFilterSet, type QueryValues } from '#shared/list/filter-fields.ts'
import type { List } from '#shared/list/list.ts'
import { clearHref, filterHref } from '#shared/list/url.ts'
import { viewLists } from '#shared/list/view-lists.ts'
import type { FormOutcome } from '#shared/page-state.ts'

export interface ListViewsProps extends SavedViews {
  query: QueryValues
  /** The page without the dialog. */
  closeHref: string
  /** Filters that the page always sets, such as the account whose lines it lists. */
  keep?: QueryValues
  form: FormOutcome | null
  /** Changes with the rows of the list, so that the views are counted again. */
  state: string
}

/** The saved views of a list without other tabs, and their dialog; the first is saved from the chips of the filter. */
export function ListViews({ query, closeHref, keep = {}, form, state, ...saved }: ListViewsProps) {
  const { lists } = useMessages()
  // Other parameters of the page are not saved.
  const list: List = { ...viewLists[saved.list], viewParameters: [] }
  const url = filterHref(list, { ...query, [list.openParameter]: undefined }, {})
  const isFiltered = list.filters.some((field) => !(field.id in keep) && isFilterSet(field, query))
  const { view } = query
  return (
    <>
      {saved.views.length > 0 && (
        <Tabs label={lists.views}>
          <Tab href={clearHref(list, {}, keep)} current={!isFiltered}>
            {lists.presets.all}
          </Tab>
          <ViewTabs {...saved} url={url} isTab={!isFiltered} state={state} />
        </Tabs>
      )}
      {typeof view === 'string' && (
        <ViewDialog
          list={saved.list}
          views={saved.views}
          open={view}
          query={url.split('?')[1] ?? ''}
          closeHref={closeHref}
          form={form}
        />
      )}
    </>
  )
}
