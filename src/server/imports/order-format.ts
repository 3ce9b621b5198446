import type { ImportMessages, Row } from '#server/imports/row.ts'
import type { DayOrder } from '#server/imports/parse-day-time.ts'
import type { OrderDraft } from '#shared/orders/draft.ts'

/** What a file cannot say itself. */
export interface ReadOptions {
  messages: ImportMessages
  /** The time zone of times without an offset. */
  timeZone: string
  /** The currency of amounts where the file has no column for it; empty if it is not known. */
  currency: string
  dayOrder?: DayOrder | undefined
  decimalMark?: '.' | ',' | undefined
}

/** The columns of a header that a format reads. */
export interface FoundColumns {
  /** The position of each, by the name that `read` gives it. */
  columns: ReadonlyMap<string, number>
  /** What the header calls them, where it is not the name that `read` gives them. */
  labels?: ReadonlyMap<string, string>
  /** Missing columns without which no order can be read. */
  missing: readonly string[]
  /** Columns that are read and that the header has twice. */
  repeated: readonly string[]
  /** How many of the required columns the header has, from 0 to 1. */
  share: number
}

/** A file with orders, one row for each item. */
export interface OrderFormat {
  /** The system that the orders come from; with their ids, it identifies them. */
  source: string
  /** The column whose value the rows of an order share. */
  orderColumn: string
  /** How all its files are written, as far as they are the same. */
  notation?: Partial<Pick<ReadOptions, 'dayOrder' | 'decimalMark' | 'currency'>>
  /** Whether the file must say, or be given, a currency that it has no column for. */
  needsCurrency: (found: FoundColumns) => boolean
  findColumns: (header: readonly string[]) => FoundColumns
  /** Whether a row without the number of an order is a further item of the one above it, which begins with `first`. */
  isFurtherItem?: (row: Row, first: Row) => boolean
  /** One order. Throws a `RowError` when it is inconsistent; amounts are neither rounded nor guessed. */
  read: (rows: readonly Row[], options: ReadOptions) => OrderDraft
}

/** More columns than any export has; those after them are ignored. */
const maxColumns = 1000

/** The headings of a table as they are compared: without regard to case, spaces and the width of brackets. */
export const normalizeHeadings = (header: readonly string[]): string[] =>
  header
    .slice(0, maxColumns)
    .map((name) => name.trim().replaceAll(/\s+/g, ' ').replaceAll('（', '(').replaceAll('）', ')').toLowerCase())
