import type { FilterOptions } from '#client/list/list-filter-menu.tsx'
import { ListPager } from '#client/list/list-pager.tsx'
import { ListTable } from '#client/list/list-table.tsx'
import type { RowsProps } from '#client/list/list-rows.tsx'
import { ListToolbar } from '#client/list/list-toolbar.tsx'
import { SearchErrorNote } from '#client/list/search-error-note.tsx'
import { ListViews, type ListViewsProps } from '#client/list/list-views.tsx'
import { NoMatch } from '#client/list/no-match.tsx'
import { useActiveFilters } from '#client/list/use-active-filters.ts'
import { useMessages } from '#client/app/page-context.tsx'
import { useLastOpen } from '#client/ui/use-last-open.ts'
import type { QueryValues } from '#shared/list/filter-fields.ts'
import type { ColumnId, List } from '#shared/list/list.ts'
import { showTyped } from '#shared/list/unknown-values.ts'
import type { QueryErrors } from '#shared/list/query-errors.ts'
import type { Count } from '#shared/list/count.ts'
import type { ReactNode } from 'react'

interface ListViewProps<Of extends List, Row extends object> extends Pick<
  RowsProps<ColumnId<Of>, Row>,
  'cells' | 'keyOf'
> {
  list: Of
  query: QueryValues
  page: { rows: readonly Row[]; count: Count; next: string | null; previous: string | null } & QueryErrors
  words: {
    list: string
    filterForm: string
    columns: Readonly<Record<ColumnId<Of>, string>>
    count: (count: string, isOne: boolean) => string
  }
  /** What can be searched for. */
  search: string
  className: string
  options?: FilterOptions
  /** Shown instead of everything while there is nothing to list or to filter. */
  empty?: ReactNode
  /** The views that people save of the list. */
  views?: Omit<ListViewsProps, 'query' | 'state'>
  /** The form of the selected rows. */
  selectionForm?: ReactNode
  /** Follows the number of rows. */
  note?: ReactNode
}

/** A list as a whole: search and filters, the table, the number of rows and its pages; without rows, which filter to remove. */
export function ListView<Of extends List, Row extends object>({
  list,
  query,
  page,
  words,
  search,
  className,
  options = {},
  empty,
  views,
  selectionForm,
  note,
  ...cells
}: ListViewProps<Of, Row>) {
  const { common } = useMessages()
  const shown = showTyped(query, page.searchError)
  const activeFilters = useActiveFilters(list, shown, [], options)
  const highlighted = useLastOpen((query[list.openParameter] as string | undefined) ?? null)
  const { rows, count } = page
  if (empty !== undefined && rows.length === 0 && activeFilters.length === 0 && query['cursor'] === undefined)
    return empty
  const countText = words.count(common.count(count), 'exact' in count && count.exact === 1)
  const table = (
    <>
      {selectionForm}
      <ListTable
        list={list}
        query={query}
        label={words.list}
        className={className}
        headings={words.columns}
        rows={rows}
        highlighted={highlighted}
        {...cells}
      />
      <ListPager list={list} query={query} page={page}>
        {countText}
        {note}
      </ListPager>
    </>
  )
  return (
    <>
      {views && <ListViews {...views} query={query} state={JSON.stringify(page.count)} />}
      <ListToolbar
        list={list}
        query={shown}
        activeFilters={activeFilters}
        options={options}
        errors={page.queryErrors}
        hasSearchError={page.searchError !== null}
        counted={views?.list}
        count={rows.length > 0 ? countText : undefined}
        saveHref={views?.views.length === 0 && !page.searchError ? views.dialogHref('new') : undefined}
        labels={{ form: words.filterForm, search, placeholder: search }}
      />
      {page.searchError ? (
        <SearchErrorNote error={page.searchError} />
      ) : rows.length === 0 && page.next === null ? (
        <NoMatch list={list} query={query} activeFilters={activeFilters} counted={views?.list} />
      ) : selectionForm === undefined ? (
        table
      ) : (
        <div className="selectable">{table}</div>
      )}
    </>
  )
}
