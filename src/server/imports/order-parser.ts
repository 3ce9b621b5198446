import type { CsvRecord } from '#server/imports/records.ts'
import { SeenKeys } from '#server/imports/seen-keys.ts'
import { type ImportMessages, RowError, Row } from '#server/imports/row.ts'
import { replaceControls } from '#server/imports/excerpt.ts'
import type { FoundColumns, OrderFormat, ReadOptions } from '#server/imports/order-format.ts'
import type { RecognizedTable } from '#server/imports/order-formats.ts'
import type { OrderDraft } from '#shared/orders/draft.ts'
import type { RefusedOrder } from '#shared/orders/import-views.ts'
import { readIdentifierCell } from '#shared/spreadsheet-cell.ts'

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

/** Groups the records of a file into orders: consecutive rows with the same number are one order, and rows of items below it that have none. */
export class OrderParser {
  readonly #header: readonly string[]
  readonly #format: OrderFormat
  readonly #found: FoundColumns
  readonly #options: ReadOptions
  readonly #messages: ImportMessages
  #group: Group | undefined
  /** To detect an order that appears twice in the file. */
  readonly #seen = new SeenKeys()

  constructor({ header, format, found }: RecognizedTable, options: ReadOptions) {
    this.#header = header
    this.#format = format
    this.#found = found
    this.#options = { ...options, ...format.notation }
    this.#messages = options.messages
  }

  /** Adds a record and returns the orders that it completes. */
  push(record: CsvRecord): ParsedOrder[] {
    if (this.#isHeader(record)) return []
    const row = new Row(record.line, record.fields, this.#found, this.#options)
    const name = readIdentifierCell(row.raw(this.#format.orderColumn))
    if (this.#group && this.#isNextRow(this.#group, name, row)) {
      this.#add(this.#group, row, record)
      return []
    }
    const completed = this.end()
    if (name === '') {
      const reason =
        this.#recordError(record)?.message ?? this.#messages.refused.missingName(row.label(this.#format.orderColumn))
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

  #isNextRow({ name: current, rows: [first] }: Group, name: string, row: Row): boolean {
    if (name !== '') return name === current
    return first !== undefined && this.#format.isFurtherItem?.(row, first) === true
  }

  /** Concatenated files contain the header more than once. */
  #isHeader = ({ fields }: CsvRecord): boolean => this.#header.every((name, index) => fields[index] === name)

  #recordError({ broken, fields, line }: CsvRecord): RowError | undefined {
    if (!broken) return undefined
    const { refused } = this.#messages
    if (broken !== 'fields') return new RowError(refused[broken], line)
    // The records were compared with the first one, which can be a title above the headings.
    const { length } = this.#header
    const isComplete = fields.length >= length && fields.slice(length).every((field) => field === '')
    return isComplete ? undefined : new RowError(refused.columns(fields.length, length), line)
  }

  #duplicateNameError(name: string, { line }: Row): RowError | undefined {
    const firstLine = this.#seen.remember('name', name, line)
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
      const draft = this.#format.read(rows, this.#options)
      const firstLine = this.#seen.remember('id', draft.externalId, line)
      if (firstLine !== undefined)
        throw new RowError(this.#messages.refused.duplicateId(draft.externalId, firstLine), line)
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
