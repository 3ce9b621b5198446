import { toCssWidth } from '#client/list/css-width.ts'
import { columnAttributes, ListRows, type RowsProps, type ShownColumn } from '#client/list/list-rows.tsx'
import { SortHead, Table } from '#client/ui/table.tsx'
import type { QueryValues } from '#shared/list/filter-fields.ts'
import { showColumns } from '#shared/list/columns.ts'
import type { ColumnWidths } from '#shared/list/column-widths.ts'
import type { ColumnId, Density, List } from '#shared/list/list.ts'
import { filterHref } from '#shared/list/url.ts'
import type { CSSProperties, ReactNode } from 'react'

interface ListTableProps<Of extends List, Row extends object> extends Omit<RowsProps<ColumnId<Of>, Row>, 'columns'> {
  list: Of
  query: QueryValues
  /** What the table lists, for screen readers. */
  label: string
  className: string
  headings?: Readonly<Record<ColumnId<Of>, ReactNode>>
  /** In place of the headings: the `thead`, with `HeadRow` in it. */
  renderHead?: (columns: readonly ShownColumn<ColumnId<Of>>[]) => ReactNode
  /** The columns that the user chose; by default those of the list. */
  chosen?: readonly string[] | null
  widths?: ColumnWidths
  density?: Density
  /** A `tfoot`. */
  foot?: ReactNode
}

/**
 * The table of a list with the columns of its declaration, or those of them that the user chose. A click anywhere on a row opens its first link. Cells are styled by
 * `data-column`; below 640 px the stylesheet of the list lays them out as cards,
 * without the columns that the declaration leaves out.
 */
export function ListTable<Of extends List, Row extends object>({
  list,
  query,
  label,
  className,
  headings,
  renderHead,
  chosen = null,
  widths,
  density,
  foot,
  ...rows
}: ListTableProps<Of, Row>) {
  const columns = showColumns(list, chosen).map((column) => ({ ...column, width: widths?.[column.id] }))
  return (
    <Table label={label} density={density} className={`table--rows ${className}`}>
      {headings && (
        <thead>
          <HeadRow list={list} query={query} columns={columns} headings={headings} />
        </thead>
      )}
      {renderHead?.(columns)}
      <ListRows columns={columns} {...rows} />
      {foot && <tfoot>{foot}</tfoot>}
    </Table>
  )
}

interface HeadRowProps<Id extends string> {
  list: List
  query: QueryValues
  columns: readonly ShownColumn<Id>[]
  headings: Readonly<Record<Id, ReactNode>>
}

/** The headings of a list, with links that sort it. */
export const HeadRow = <Id extends string>({ columns, headings, ...list }: HeadRowProps<Id>) => (
  <tr>
    {columns.map((column) => (
      <Heading key={column.id} column={column} {...list}>
        {headings[column.id]}
      </Heading>
    ))}
  </tr>
)

interface HeadingProps {
  list: List
  query: QueryValues
  column: ShownColumn
  children: ReactNode
}

function Heading({ list, query, column, children }: HeadingProps) {
  const { sort: name, width } = column
  const style = width ? ({ '--width': toCssWidth(width) } as CSSProperties) : undefined
  const attributes = { ...columnAttributes(column), scope: 'col', style }
  if (name === undefined) return <th {...attributes}>{children}</th>
  const [defaultSort] = list.sorts
  const current = query['sort'] ?? defaultSort
  const direction = current === name ? 'ascending' : current === `-${name}` ? 'descending' : undefined
  // The direction that the list names first: newest first, but names from A to Z.
  const first = list.sorts.find((sort) => sort === name || sort === `-${name}`)
  const next = direction === undefined ? first : direction === 'descending' ? name : `-${name}`
  return (
    <SortHead {...attributes} href={filterHref(list, query, { sort: next })} direction={direction}>
      {children}
    </SortHead>
  )
}
