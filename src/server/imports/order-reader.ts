import type { CsvRecord } from '#server/imports/records.ts'
import { Fault, type ImportWords, Row, visible } from '#server/imports/row.ts'
import { readShopifyOrder } from '#server/imports/shopify.ts'
import { readColumns } from '#server/imports/shopify-columns.ts'
import type { OrderDraft } from '#shared/orders/draft.ts'
import type { ImportRefusal } from '#shared/orders/views.ts'

/** One order of a file: what it says, or why it cannot be taken. `line` is its first in the file. */
export type FoundOrder = { line: number; draft: OrderDraft } | ImportRefusal

/** More rows than any order has; what goes on longer is a broken file. */
const mostRows = 10_000

/** The rows of one order so far, and what is wrong with them already. */
interface Group {
  name: string
  line: number
  rows: Row[]
  fault?: Fault
}

/** Puts the records of Shopify's order export together to orders: an order is the rows of one `Name` that follow one another. */
export class OrderReader {
  readonly #header: readonly string[]
  readonly #columns: ReadonlyMap<string, number>
  readonly #words: ImportWords
  #group: Group | undefined
  /** First lines by name and by id: an order stands in a file once. */
  readonly #names = new Map<string, number>()
  readonly #ids = new Map<string, number>()

  /** Refuses as `not-an-order-export` when the first record is not the head of such an export. */
  constructor(header: readonly string[], words: ImportWords) {
    this.#header = header
    this.#columns = readColumns(header)
    this.#words = words
  }

  /** The orders that are complete with this record. */
  push(record: CsvRecord): FoundOrder[] {
    if (this.#isHeader(record)) return []
    const row = new Row(record.line, record.fields, this.#columns, this.#words)
    const name = row.raw('Name')
    const fault = this.#faultOf(record)
    if (this.#group && name === this.#group.name && name !== '') {
      this.#add(this.#group, row, fault)
      return []
    }
    const found = this.end()
    if (name === '')
      return [...found, { line: row.line, order: '', reason: fault?.message ?? this.#words.refused.nameless }]
    this.#group = { name, line: row.line, rows: [] }
    this.#add(this.#group, row, this.#faultOfName(name, row) ?? fault)
    return found
  }

  /** The order that the end of the file completes. */
  end(): FoundOrder[] {
    const group = this.#group
    this.#group = undefined
    return group ? [this.#read(group)] : []
  }

  /** Files that were put together have the head more than once. */
  #isHeader = ({ fields }: CsvRecord): boolean => this.#header.every((name, index) => fields[index] === name)

  #faultOf({ broken, fields, line }: CsvRecord): Fault | undefined {
    if (!broken) return undefined
    const { quotes, columns } = this.#words.refused
    return new Fault(broken === 'quotes' ? quotes : columns(fields.length, this.#header.length), line)
  }

  #faultOfName(name: string, { line }: Row): Fault | undefined {
    const before = this.#names.get(name)
    if (before === undefined) this.#names.set(name, line)
    return before === undefined ? undefined : new Fault(this.#words.refused.again(name, before), line)
  }

  #add(group: Group, row: Row, fault: Fault | undefined): void {
    if (group.fault) return
    group.rows.push(row)
    if (group.rows.length > mostRows) group.fault = new Fault(this.#words.refused.tooManyRows(mostRows), row.line)
    else if (fault) group.fault = fault
  }

  #read({ name, line, rows, fault }: Group): FoundOrder {
    try {
      if (fault) throw fault
      const draft = readShopifyOrder(rows, this.#words)
      const before = this.#ids.get(draft.externalId)
      if (before !== undefined) throw new Fault(this.#words.refused.idAgain(draft.externalId, before), line)
      this.#ids.set(draft.externalId, line)
      return { line, draft }
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      const elsewhere = error.line !== undefined && error.line !== line
      const reason = elsewhere ? this.#words.refused.atLine(error.line ?? line, error.message) : error.message
      return { line, order: visible(name.slice(0, 100)), reason }
    }
  }
}
