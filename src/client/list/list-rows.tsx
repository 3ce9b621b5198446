import { type RowCache, useDocumentContext } from '#client/app/page-context.tsx'
import { isServer, renderHostMarkup, renderStartTag } from '#client/ui/host-markup.ts'
import type { Column } from '#shared/list/list.ts'
import type { ReactNode } from 'react'

/** The content of a cell; a cell that is itself a status has the status's class. */
export type Cell = ReactNode | CellWithClass
interface CellWithClass {
  className: string | undefined
  content: ReactNode
}

/** A column with the width that its user chose. */
export type ShownColumn<Id extends string = string> = Column<Id> & { width?: number | undefined }

/** The rows of a list with what each shows. */
export interface RowsProps<Id extends string, Row> {
  columns: readonly ShownColumn<Id>[]
  cells: Readonly<Record<Id, (row: Row) => Cell>>
  rows: readonly Row[]
  keyOf: (row: Row) => string | number
  /** The row that is open in the panel, or was open last. */
  highlighted: string | number | null
  /** Lets the server keep the markup of rows between requests. */
  keptRows?: KeptRows<Row>
}

/** What the markup of a row depends on, besides the row, the columns and the language: with the same values, it is the same in another request. */
interface KeptRows<Row> {
  /** Everything else that cells show, as values that JSON can write, and which list they belong to. */
  context: unknown
  /** The part of the cells that changes as time passes. */
  phaseOf: (row: Row) => string
}

/**
 * The `tbody` of a list. Its rows are most of the page, so the server writes their markup without React, which takes many times as
 * long. Cells must not contain components with hooks.
 */
export function ListRows<Id extends string, Row extends object>(props: RowsProps<Id, Row>) {
  const { rowCache } = useDocumentContext()
  if (isServer) return <tbody dangerouslySetInnerHTML={{ __html: renderRows(props, rowCache) }} />
  return (
    <tbody>
      <Rows {...props} />
    </tbody>
  )
}

/** The rows as React elements. */
export function Rows<Id extends string, Row>({ columns, cells, rows, keyOf, highlighted }: RowsProps<Id, Row>) {
  const columnsWithAttributes = columns.map((column) => ({ id: column.id, attributes: columnAttributes(column) }))
  return rows.map((row) => (
    <tr key={keyOf(row)} data-open={keyOf(row) === highlighted ? '' : undefined}>
      {columnsWithAttributes.map(({ id, attributes }) => {
        const { className, content } = toCellWithClass(cells[id](row))
        return (
          <td key={id} {...withClass(attributes, className)}>
            {content}
          </td>
        )
      })}
    </tr>
  ))
}

/** The markup that React would write for `Rows`. */
export function renderRows<Id extends string, Row extends object>(
  { columns, cells, rows, keyOf, highlighted, keptRows }: RowsProps<Id, Row>,
  rowCache?: RowCache,
): string {
  const renderers = columns.map((column) => createCellRenderer(column, cells[column.id]))
  const isOpen = (row: Row): boolean => keyOf(row) === highlighted
  const renderRow = (row: Row): string => {
    let markup = isOpen(row) ? '<tr data-open="">' : '<tr>'
    for (const renderCell of renderers) markup += renderCell(row)
    return `${markup}</tr>`
  }
  if (!keptRows || !rowCache) return rows.map(renderRow).join('')
  const keep = rowCache(JSON.stringify([keptRows.context, columns]))
  return rows
    .map((row) => (isOpen(row) ? renderRow(row) : keep(keyOf(row), row, keptRows.phaseOf(row), () => renderRow(row))))
    .join('')
}

/** Writes a column's cell of each row; a start tag is written once for each class that its cells have. */
function createCellRenderer<Row>(column: ShownColumn, toCell: (row: Row) => Cell): (row: Row) => string {
  const attributes = columnAttributes(column)
  const startTags = new Map<string | undefined, string>()
  return (row) => {
    const { className, content } = toCellWithClass(toCell(row))
    let startTag = startTags.get(className)
    if (startTag === undefined) {
      startTag = renderStartTag('td', withClass(attributes, className))
      startTags.set(className, startTag)
    }
    return `${startTag}${renderHostMarkup(content)}</td>`
  }
}

/** The attributes of a column's cells: what stylesheets select by. */
export const columnAttributes = ({ id, align, priority, card, width }: ShownColumn) => ({
  'data-column': id,
  'data-align': align,
  'data-card': card === false ? 'off' : undefined,
  'className': [priority && `p${priority}`, width && 'sized'].filter(Boolean).join(' ') || undefined,
})

const toCellWithClass = (cell: Cell): CellWithClass => (hasClass(cell) ? cell : { className: undefined, content: cell })

const hasClass = (cell: Cell): cell is CellWithClass => typeof cell === 'object' && cell !== null && 'className' in cell

const withClass = (attributes: ReturnType<typeof columnAttributes>, className: string | undefined) =>
  className ? { ...attributes, className: [attributes.className, className].filter(Boolean).join(' ') } : attributes
