import type { CsvRecord } from '#server/imports/records.ts'
import { RowError, type ImportMessages, Row, replaceControls } from '#server/imports/row.ts'
import { readShopifyOrder } from '#server/imports/shopify.ts'
import { mapColumns } from '#server/imports/shopify-columns.ts'
import type { OrderDraft } from '#shared/orders/draft.ts'
import type { RefusedOrder } from '#shared/orders/views.ts'

/** One order of a file: what it says, or why it cannot be taken. `line` is its first in the file. */
export type ParsedOrder = { line: number; draft: OrderDraft } | RefusedOrder

/** More rows than any order has; what goes on longer is a broken file. */
const maxRowsPerOrder = 10_000

/** The rows of one order so far, and what is wrong with them already. */
interface Group {
  name: string
  line: number
  rows: Row[]
  rowError?: RowError
}

/** Puts the records of Shopify's order export together to orders: an order is the rows of one `Name` that follow one another. */
export class OrderParser {
  readonly #header: readonly string[]
  readonly #columns: ReadonlyMap<string, number>
  readonly #messages: ImportMessages
  #group: Group | undefined
  /** First lines by name and by id: an order stands in a file once. */
  readonly #names = new Map<string, number>()
  readonly #ids = new Map<string, number>()

  /** Refuses as `not-an-order-export` when the first record is not the head of such an export. */
  constructor(header: readonly string[], messages: ImportMessages) {
    this.#header = header
    this.#columns = mapColumns(header)
    this.#messages = messages
  }

  /** The orders that are complete with this record. */
  push(record: CsvRecord): ParsedOrder[] {
    if (this.#isHeader(record)) return []
    const row = new Row(record.line, record.fields, this.#columns, this.#messages)
    const name = row.raw('Name')
    const rowError = this.#recordError(record)
    if (this.#group && name === this.#group.name && name !== '') {
      this.#add(this.#group, row, rowError)
      return []
    }
    const found = this.end()
    if (name === '')
      return [...found, { line: row.line, order: '', reason: rowError?.message ?? this.#messages.refused.missingName }]
    this.#group = { name, line: row.line, rows: [] }
    this.#add(this.#group, row, this.#duplicateNameError(name, row) ?? rowError)
    return found
  }

  /** The order that the end of the file completes. */
  end(): ParsedOrder[] {
    const group = this.#group
    this.#group = undefined
    return group ? [this.#read(group)] : []
  }

  /** Files that were put together have the head more than once. */
  #isHeader = ({ fields }: CsvRecord): boolean => this.#header.every((name, index) => fields[index] === name)

  #recordError({ broken, fields, line }: CsvRecord): RowError | undefined {
    if (!broken) return undefined
    const { quotes, columns } = this.#messages.refused
    return new RowError(broken === 'quotes' ? quotes : columns(fields.length, this.#header.length), line)
  }

  #duplicateNameError(name: string, { line }: Row): RowError | undefined {
    const firstLine = this.#names.get(name)
    if (firstLine === undefined) this.#names.set(name, line)
    return firstLine === undefined ? undefined : new RowError(this.#messages.refused.again(name, firstLine), line)
  }

  #add(group: Group, row: Row, rowError: RowError | undefined): void {
    if (group.rowError) return
    group.rows.push(row)
    if (group.rows.length > maxRowsPerOrder)
      group.rowError = new RowError(this.#messages.refused.tooManyRows(maxRowsPerOrder), row.line)
    else if (rowError) group.rowError = rowError
  }

  #read({ name, line, rows, rowError }: Group): ParsedOrder {
    try {
      if (rowError) throw rowError
      const draft = readShopifyOrder(rows, this.#messages)
      const firstLine = this.#ids.get(draft.externalId)
      if (firstLine !== undefined)
        throw new RowError(this.#messages.refused.duplicateId(draft.externalId, firstLine), line)
      this.#ids.set(draft.externalId, line)
      return { line, draft }
    } catch (error) {
      if (!(error instanceof RowError)) throw error
      const isOtherLine = error.line !== undefined && error.line !== line
      const reason = isOtherLine ? this.#messages.refused.atLine(error.line ?? line, error.message) : error.message
      return { line, order: replaceControls(name.slice(0, 100)), reason }
    }
  }
}
