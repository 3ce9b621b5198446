import { useMessages } from '#client/app/page-context.tsx'
import { Pager } from '#client/ui/table.tsx'
import type { QueryValues } from '#shared/list/filter-fields.ts'
import type { List } from '#shared/list/list.ts'
import { cursorHref } from '#shared/list/url.ts'
import type { ReactNode } from 'react'

interface ListPagerProps {
  list: Pick<List, 'path' | 'filters' | 'sorts' | 'openParameter'>
  query: QueryValues
  page: { rows: readonly unknown[]; next: string | null; previous: string | null }
  /** How many rows there are. */
  children: ReactNode
}

/** Links to the neighboring pages with the filters kept: the newer and the older one of a list by time, which may begin with the oldest. */
export function ListPager({ list: { sorts, ...list }, query, page, children }: ListPagerProps) {
  const { common } = useMessages()
  const hrefOf = (cursor: string | null) => cursor && cursorHref({ sorts, ...list }, query, cursor)
  const [byTime = '-'] = sorts
  const sort = query['sort'] ?? byTime
  const isByTime = byTime.startsWith('-') && (sort === byTime || `-${String(sort)}` === byTime)
  const labels = isByTime ? [common.newer, common.older] : [common.previousPage, common.nextPage]
  const hrefs = [hrefOf(page.previous), hrefOf(page.next)]
  if (isByTime && sort !== byTime) hrefs.reverse()
  const [previous = null, next = null] = hrefs
  return (
    <Pager labels={labels} previousHref={previous} nextHref={next}>
      {(previous ?? next) !== null && <span className="printed">{common.rowsOf(page.rows.length)}</span>}
      {children}
    </Pager>
  )
}
