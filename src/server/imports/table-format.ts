import { type FoundColumns, normalizeHeadings, type OrderFormat } from '#server/imports/order-format.ts'
import { isFurtherTableItem, readTableOrder } from '#server/imports/table-order.ts'
import type { TableField } from '#shared/orders/table-fields.ts'

/** What a shop's word for the status of an order means. */
export type TableStatus =
  | 'unpaid'
  | 'paid'
  | 'partly-shipped'
  /** Paid and shipped. */
  | 'shipped'
  | 'cancelled'
  | 'refunded'
  /** Not placed yet. */
  | 'draft'

/** A table with a row for each item, described by its headings and words. */
export interface TableDefinition {
  source: string
  /** The headings that a field can have, the better ones first. */
  headings: Readonly<Partial<Record<TableField, readonly string[]>>>
  required: readonly TableField[]
  /** The statuses by the words of the file, in lower case. */
  statuses: Readonly<Record<string, TableStatus>>
  /** What a column about the shipping of an item says when it was shipped. */
  shippedWords?: readonly string[]
  /** The status of orders that have none, and no times that say what happened. */
  assumedStatus?: TableStatus
  /** The currency of all its orders, if they have the same. */
  currency?: string
}

/** A format that is recognized by the headings of a definition. */
export function createTableFormat(definition: TableDefinition): OrderFormat {
  const { source, headings, required, currency } = definition
  return {
    source,
    orderColumn: 'number' satisfies TableField,
    needsCurrency: ({ columns }) => currency === undefined && !columns.has('currency' satisfies TableField),
    findColumns: (header) => findTableColumns(header, headings, required),
    notation: { decimalMark: '.', ...(currency !== undefined && { currency }) },
    isFurtherItem: isFurtherTableItem,
    read: (rows, options) => readTableOrder(rows, definition, options),
  }
}

/** Where the columns of a table are, by the headings that each can have. */
export function findTableColumns(
  header: readonly string[],
  headings: Readonly<Partial<Record<string, readonly string[]>>>,
  required: readonly string[],
): FoundColumns {
  const names = normalizeHeadings(header)
  const columns = new Map<string, number>()
  const labels = new Map<string, string>()
  const repeated: string[] = []
  for (const [field, candidates = []] of Object.entries(headings)) {
    const heading = candidates.find((candidate) => names.includes(candidate.toLowerCase()))
    labels.set(field, heading ?? candidates[0] ?? field)
    if (heading === undefined) continue
    const at = names.indexOf(heading.toLowerCase())
    columns.set(field, at)
    if (names.lastIndexOf(heading.toLowerCase()) !== at) repeated.push(heading)
  }
  const missing = required.filter((field) => !columns.has(field)).map((field) => labels.get(field) ?? field)
  return { columns, labels, missing, repeated, share: 1 - missing.length / required.length }
}
