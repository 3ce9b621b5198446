import type { CsvRecord } from '#server/imports/records.ts'
import { RowError, type ImportMessages, Row, replaceControls } from '#server/imports/row.ts'
import { readShopifyOrder } from '#server/imports/shopify.ts'
import { mapColumns } from '#server/imports/shopify-columns.ts'
import type { OrderDraft } from '#shared/orders/draft.ts'
import type { RefusedOrder } from '#shared/orders/import-views.ts'

/** One order of a file: its draft, or why it was rejected. `line` is its first line in the file. */
export type ParsedOrder = { line: number; draft: OrderDraft } | RefusedOrder

/** More rows than any real order has (Shopify allows 500 line items); a longer group means a broken file. */
const maxRowsPerOrder = 1000

/** The rows of one order so far, and the first error found in them. */
interface Group {
  name: string
  line: number
  rows: Row[]
  rowError?: RowError | undefined
}

/** Groups the records of Shopify's order export into orders: consecutive rows with the same `Name` are one order. */
export class OrderParser {
  readonly #header: readonly string[]
  readonly #columns: ReadonlyMap<string, number>
  readonly #messages: ImportMessages
  #group: Group | undefined
  /** First lines by name and by id, to detect an order that appears twice in the file. */
  readonly #names = new Map<string, number>()
  readonly #ids = new Map<string, number>()

  /** Throws `not-an-order-export` when `header` lacks a required column of the export or repeats one. */
  constructor(header: readonly string[], messages: ImportMessages) {
    this.#header = header
    this.#columns = mapColumns(header)
    this.#messages = messages
  }

  /** Adds a record and returns the orders that it completes. */
  push(record: CsvRecord): ParsedOrder[] {
    if (this.#isHeader(record)) return []
    const row = new Row(record.line, record.fields, this.#columns, this.#messages)
    const name = row.raw('Name')
    if (this.#group && name === this.#group.name && name !== '') {
      this.#add(this.#group, row, record)
      return []
    }
    const completed = this.end()
    if (name === '') {
      const reason = this.#recordError(record)?.message ?? this.#messages.refused.missingName
      return [...completed, { line: row.line, order: '', reason }]
    }
    const group: Group = { name: copyText(name), line: row.line, rows: [] }
    group.rowError = this.#duplicateNameError(group.name, row)
    this.#add(group, row, record)
    this.#group = group
    return completed
  }

  /** Returns the last order, which the end of the file completes. */
  end(): ParsedOrder[] {
    const group = this.#group
    this.#group = undefined
    return group ? [this.#read(group)] : []
  }

  /** Concatenated files contain the header more than once. */
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

  #add(group: Group, row: Row, record: CsvRecord): void {
    if (group.rowError) return
    group.rows.push(row)
    group.rowError =
      group.rows.length > maxRowsPerOrder
        ? new RowError(this.#messages.refused.tooManyRows(maxRowsPerOrder), row.line)
        : this.#recordError(record)
  }

  #read({ name, line, rows, rowError }: Group): ParsedOrder {
    try {
      if (rowError) throw rowError
      const draft = readShopifyOrder(rows, this.#messages)
      const firstLine = this.#ids.get(draft.externalId)
      if (firstLine !== undefined)
        throw new RowError(this.#messages.refused.duplicateId(draft.externalId, firstLine), line)
      this.#ids.set(copyText(draft.externalId), line)
      return { line, draft }
    } catch (error) {
      if (!(error instanceof RowError)) throw error
      const isOtherLine = error.line !== undefined && error.line !== line
      const reason = isOtherLine ? this.#messages.refused.atLine(error.line ?? line, error.message) : error.message
      return { line, order: replaceControls(name.slice(0, 100)), reason }
    }
  }
}

/** A copy that does not keep the text of the file, of which it is a part, in memory. */
const copyText = (text: string): string => Buffer.from(text).toString()
