import { useMessages } from '#client/app/page-context.tsx'
import { useViewCounts } from '#client/list/use-view-counts.ts'
import { Icon } from '#client/ui/icon.tsx'
import { Tab } from '#client/ui/tabs.tsx'
import type { QueryValues } from '#shared/list/filter-fields.ts'
import { findTab, type List, type TabId, toFilter } from '#shared/list/list.ts'
import { clearHref, filterHref } from '#shared/list/url.ts'
import type { ListView } from '#shared/list/view-inputs.ts'
import type { ViewListName } from '#shared/list/view-lists.ts'
import type { Count } from '#shared/list/count.ts'
import { Fragment } from 'react'

interface ListTabsProps<Of extends List> {
  list: Of
  query: QueryValues
  counts: Readonly<Record<TabId<Of>, Count>>
  labels: Readonly<Record<TabId<Of>, string>>
  views?: SavedViews
}

/** The views that the user has saved, and those that others share. */
export interface SavedViews {
  list: ViewListName
  views: readonly ListView[]
  /** The page with the dialog that saves its filter, or changes the view with an id. */
  dialogHref: (open: string) => string
}

/** The content of `Tabs`: the preset filters of a list with the number of rows that each holds. The current one may be narrowed by a search. */
export function ListTabs<Of extends List>({ list, query, counts, labels, views }: ListTabsProps<Of>) {
  const { common } = useMessages()
  const current = findTab(list, toFilter(list, { ...query, q: undefined }))
  const url = filterHref(list, { ...query, [list.openParameter]: undefined }, {})
  const isView = views?.views.some(({ href }) => href === url) ?? false
  return (
    <>
      {(Object.keys(list.tabs) as TabId<Of>[]).map((tab) => (
        <Tab
          key={tab}
          href={clearHref(list, { ...query, sort: undefined }, list.tabs[tab])}
          current={tab === current && !isView}
          count={common.count(counts[tab])}
        >
          {labels[tab]}
        </Tab>
      ))}
      {views && (
        <ViewTabs
          {...views}
          url={url}
          isTab={current !== undefined && !query['q'] && !query['sort']}
          state={JSON.stringify(counts)}
        />
      )}
    </>
  )
}

/** The number of views that are shown as tabs; if there are more, all of them are in a menu. */
const maxViewTabs = 5
const viewsMenuId = 'all-views'

interface ViewTabsProps extends SavedViews {
  /** The URL of the list. */
  url: string
  isTab: boolean
  /** Changes with the rows of the list. */
  state: string
}

/** The tabs of saved views, and the link that changes the current one or saves the filter of the page. */
export function ViewTabs({ list, views, dialogHref, url, isTab, state }: ViewTabsProps) {
  const { common, lists } = useMessages()
  const counts = useViewCounts(list, views, state)
  const current = views.find(({ href }) => href === url)
  const first = views.slice(0, maxViewTabs)
  const shown = current && !first.includes(current) ? [current, ...first] : first
  const canSave = current !== undefined || (!isTab && url.includes('?'))
  const save = canSave && (
    <a className="tabs__item tabs__item--kept" href={dialogHref(current?.id ?? 'new')} data-scroll="keep">
      <Icon name={current ? 'pencil' : 'plus'} size="sm" />
      {current ? lists.editView : lists.saveView}
    </a>
  )
  return (
    <>
      {/* Before the tabs of views, which may not fit. */}
      {views.length > maxViewTabs && <AllViews views={views} counts={counts} url={url} />}
      {shown.map(({ id, name, href }) => (
        <Fragment key={id}>
          <Tab href={href} current={href === url} count={counts[id] && common.count(counts[id])}>
            <span className="truncate" title={name}>
              {name}
            </span>
          </Tab>
          {id === current?.id && save}
        </Fragment>
      ))}
      {!current && save}
    </>
  )
}

interface AllViewsProps extends Pick<SavedViews, 'views'> {
  counts: ReturnType<typeof useViewCounts>
  /** The URL of the list. */
  url: string
}

/** A menu of all views: a native popover, which opens and closes without script. */
function AllViews({ views, counts, url }: AllViewsProps) {
  const { common, lists } = useMessages()
  return (
    <>
      <button type="button" className="tabs__item" popoverTarget={viewsMenuId}>
        {lists.allViews}
        <span className="n">{views.length}</span>
        <Icon name="chevron-down" size="sm" />
      </button>
      <div className="menu views-menu" id={viewsMenuId} popover="auto">
        {views.map(({ id, name, href }) => (
          <a
            key={id}
            className="menu__item"
            href={href}
            aria-current={href === url ? 'page' : undefined}
            onClick={(event) => event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()}
          >
            <span className="grow truncate">{name}</span>
            <span className="end">{counts[id] && common.count(counts[id])}</span>
          </a>
        ))}
      </div>
    </>
  )
}
