import { Pager } from '#client/ui/table.tsx'
import type { QueryValues } from '#shared/list/filter-fields.ts'
import type { List } from '#shared/list/list.ts'
import { cursorHref } from '#shared/list/url.ts'
import type { ReactNode } from 'react'

interface ListPagerProps {
  list: Pick<List, 'path' | 'filters' | 'sorts' | 'openParameter'>
  query: QueryValues
  page: { next: string | null; previous: string | null }
  /** The list is sorted oldest first: its next page is the newer one. */
  ascending?: boolean
  /** How many rows there are. */
  children: ReactNode
}

/** Links to the newer and the older page with the filters kept. */
export function ListPager({ list, query, page, ascending = false, children }: ListPagerProps) {
  const hrefOf = (cursor: string | null) => cursor && cursorHref(list, query, cursor)
  const [newer, older] = ascending ? [page.next, page.previous] : [page.previous, page.next]
  return (
    <Pager newerHref={hrefOf(newer)} olderHref={hrefOf(older)}>
      {children}
    </Pager>
  )
}
