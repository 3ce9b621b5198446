import { isServer, renderHostMarkup } from '#client/ui/host-markup.ts'
import { SortHead, Table } from '#client/ui/table.tsx'
import type { QueryValues } from '#shared/list/filter-fields.ts'
import type { Column, ColumnId, List } from '#shared/list/list.ts'
import { filterHref } from '#shared/list/url.ts'
import type { ReactElement, ReactNode } from 'react'

/** The content of a cell; a cell that is itself a status has the status's class. */
export type Cell = ReactNode | CellWithClass
interface CellWithClass {
  className: string | undefined
  content: ReactNode
}

interface ListTableProps<Of extends List, Row> {
  list: Of
  query: QueryValues
  /** What the table lists, for screen readers. */
  label: string
  className: string
  headings: Readonly<Record<ColumnId<Of>, ReactNode>>
  cells: Readonly<Record<ColumnId<Of>, (row: Row) => Cell>>
  rows: readonly Row[]
  keyOf: (row: Row) => string | number
  /** The row that is open in the panel, or was open last. */
  highlighted: string | number | null
  /** A `tfoot`. */
  foot?: ReactNode
}

/**
 * The table of a list with the columns of its declaration. A click anywhere on a row opens its first link. Cells are styled by
 * `data-column`; below 640 px the stylesheet of the list lays them out as cards,
 * without the columns that the declaration leaves out.
 */
export function ListTable<Of extends List, Row>({
  list,
  query,
  label,
  className,
  headings,
  cells,
  rows,
  keyOf,
  highlighted,
  foot,
}: ListTableProps<Of, Row>) {
  const columns = list.columns as readonly Column<ColumnId<Of>>[]
  const cellRenderers = columns.map((column) => createCellRenderer(column, cells[column.id]))
  return (
    <Table label={label} className={`table--rows ${className}`}>
      <thead>
        <tr>
          {columns.map((column) => (
            <Heading key={column.id} list={list} query={query} column={column}>
              {headings[column.id]}
            </Heading>
          ))}
        </tr>
      </thead>
      <TableBody>
        {rows.map((row) => (
          <tr key={keyOf(row)} data-open={keyOf(row) === highlighted ? '' : undefined}>
            {cellRenderers.map((render) => render(row))}
          </tr>
        ))}
      </TableBody>
      {foot && <tfoot>{foot}</tfoot>}
    </Table>
  )
}

/** The rows of a table. The server writes their markup itself, since they are most of the page. Components in them must not use hooks. */
const TableBody = ({ children }: { children: readonly ReactElement[] }) =>
  isServer ? <tbody dangerouslySetInnerHTML={{ __html: renderHostMarkup(children) }} /> : <tbody>{children}</tbody>

/** The attributes of a column's cells: what stylesheets select by. */
export const columnAttributes = ({ id, align, priority, card }: Column) => ({
  'data-column': id,
  'data-align': align,
  'data-card': card === false ? 'off' : undefined,
  'className': priority && `p${priority}`,
})

/**
 * Draws a column's cell of each row. A function instead of a component, and attributes made once for all rows: a list has hundreds of
 * cells, and drawing them is most of what the server does for a page.
 */
function createCellRenderer<Row>(column: Column, toCell: (row: Row) => Cell) {
  const attributes = columnAttributes(column)
  return (row: Row) => {
    const cell = toCell(row)
    if (!hasClass(cell))
      return (
        <td key={column.id} {...attributes}>
          {cell}
        </td>
      )
    return (
      <td key={column.id} {...attributes} className={joinClasses(attributes.className, cell.className)}>
        {cell.content}
      </td>
    )
  }
}

const joinClasses = (column: string | undefined, cell: string | undefined): string | undefined =>
  column && cell ? `${column} ${cell}` : (column ?? cell)

const hasClass = (cell: Cell): cell is CellWithClass => typeof cell === 'object' && cell !== null && 'className' in cell

interface HeadingProps {
  list: List
  query: QueryValues
  column: Column
  children: ReactNode
}

function Heading({ list, query, column, children }: HeadingProps) {
  const attributes = columnAttributes(column)
  const { sort: name } = column
  if (name === undefined)
    return (
      <th scope="col" {...attributes}>
        {children}
      </th>
    )
  const [defaultSort] = list.sorts
  const current = query['sort'] ?? defaultSort
  const direction = current === name ? 'ascending' : current === `-${name}` ? 'descending' : undefined
  const next = direction === 'descending' ? name : `-${name}`
  return (
    <SortHead
      column={column.id}
      {...(attributes.className && { className: attributes.className })}
      href={filterHref(list, query, { sort: next })}
      direction={direction}
    >
      {children}
    </SortHead>
  )
}
