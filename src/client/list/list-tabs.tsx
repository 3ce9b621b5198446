import { useMessages } from '#client/app/page-context.tsx'
import { Tab, Tabs } from '#client/ui/tabs.tsx'
import type { QueryValues } from '#shared/list/filter-fields.ts'
import { findTab, type List, type TabId, toFilter } from '#shared/list/list.ts'
import { clearHref } from '#shared/list/url.ts'
import type { Count } from '#shared/orders/views.ts'

interface ListTabsProps<Of extends List> {
  list: Of
  query: QueryValues
  counts: Readonly<Record<TabId<Of>, Count>>
  labels: Readonly<Record<TabId<Of>, string>>
  /** What the tabs are, for screen readers. */
  label: string
}

/** The preset filters of a list with the number of rows that each holds. The current one may be narrowed by a search. */
export function ListTabs<Of extends List>({ list, query, counts, labels, label }: ListTabsProps<Of>) {
  const { common } = useMessages()
  const current = findTab(list, toFilter(list, { ...query, q: undefined }))
  return (
    <Tabs label={label}>
      {(Object.keys(list.tabs) as TabId<Of>[]).map((tab) => (
        <Tab
          key={tab}
          href={clearHref(list, { ...query, sort: undefined }, list.tabs[tab])}
          current={tab === current}
          count={common.count(counts[tab])}
        >
          {labels[tab]}
        </Tab>
      ))}
    </Tabs>
  )
}
