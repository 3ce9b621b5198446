import { type CellCache, useDocumentContext } from '#client/app/page-context.tsx'
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
  /** Lets the server keep the markup of cells between requests. */
  keptCells?: KeptCells<Id>
}

/** When the markup of a cell is the same as in another request: its row, column and language are, and what is given here is. */
interface KeptCells<Id extends string> {
  /** All else that cells show, as JSON can write it, and which list they belong to. */
  context: unknown
  /** Columns whose cells change while time passes; they are written each time. */
  except: readonly Id[]
}

/**
 * The `tbody` of a list. Its rows are most of the page, so the server writes their markup without React, which takes many times as
 * long. Cells must not contain components with hooks.
 */
export function ListRows<Id extends string, Row>(props: RowsProps<Id, Row>) {
  const { cellCache } = useDocumentContext()
  if (isServer) return <tbody dangerouslySetInnerHTML={{ __html: renderRows(props, cellCache) }} />
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
export function renderRows<Id extends string, Row>(
  { columns, cells, rows, keyOf, highlighted, keptCells }: RowsProps<Id, Row>,
  cellCache?: CellCache,
): string {
  const isKept = ({ id }: ShownColumn<Id>) => keptCells?.except.includes(id) === false
  const runs = splitIntoRuns(columns, isKept).map((run) => ({
    isKept: isKept(run[0]),
    renderers: run.map((column) => createCellRenderer(column, cells[column.id])),
  }))
  // Joined, because a text that was added up stays a tree of its parts, which each document would walk through again.
  const renderRun = ({ renderers }: (typeof runs)[number], row: Row) => renderers.map((render) => render(row)).join('')
  const keep = keptCells && cellCache?.(JSON.stringify([keptCells.context, columns]))
  const renderRow = (row: Row): string => {
    const kept = keep?.(JSON.stringify(row), () => runs.map((run) => (run.isKept ? renderRun(run, row) : '')))
    return runs.map((run, index) => (run.isKept && kept?.[index]) || renderRun(run, row)).join('')
  }
  return rows
    .map((row) => `${keyOf(row) === highlighted ? '<tr data-open="">' : '<tr>'}${renderRow(row)}</tr>`)
    .join('')
}

/** Splits columns into runs of neighbors that are all kept, or all not. */
function splitIntoRuns<Id extends string>(
  columns: readonly ShownColumn<Id>[],
  isKept: (column: ShownColumn<Id>) => boolean,
): [ShownColumn<Id>, ...ShownColumn<Id>[]][] {
  const runs: [ShownColumn<Id>, ...ShownColumn<Id>[]][] = []
  for (const column of columns) {
    const last = runs.at(-1)
    if (last && isKept(last[0]) === isKept(column)) last.push(column)
    else runs.push([column])
  }
  return runs
}

/** Writes a column's cell of each row; a start tag is written once for each class that its cells have. */
function createCellRenderer<Row>(column: ShownColumn, toCell: (row: Row) => Cell): (row: Row) => string {
  const attributes = columnAttributes(column)
  const startTags = new Map<string | undefined, string>()
  return (row) => {
    const { className, content } = toCellWithClass(toCell(row))
    const startTag = startTags.get(className) ?? renderStartTag('td', withClass(attributes, className))
    startTags.set(className, startTag)
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
