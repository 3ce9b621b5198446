import type { FieldError } from '#shared/problem.ts'

/** The most rows of one text. */
export const maxShipmentRows = 500

/** A line of a text with parcels, as spreadsheets paste it. */
export interface ShipmentRow {
  /** The number of the line, from 1. */
  line: number
  order: string
  carrier: string
  trackingNumber: string
}

/**
 * Reads lines of order, carrier and tracking number, separated by tabs, or by commas or semicolons where there are no tabs. Empty lines and a line of headings do
 * not count; a missing carrier is `carrier`. Each error names its line.
 */
export function parseShipmentRows(text: string, carrier = ''): { rows: ShipmentRow[]; errors: FieldError[] } {
  const rows: ShipmentRow[] = []
  const errors: FieldError[] = []
  const lines = new Map<string, number>()
  const addError = (line: number, reason: string, parameters = {}): void =>
    void errors.push({ pointer: '/rows', reason, parameters: { line, ...parameters } })
  for (const [index, content] of text.split(/\r\n?|\n/).entries()) {
    const line = index + 1
    const cells = splitCells(content)
    const [order = '', second = '', third = ''] = cells
    if (cells.every((cell) => cell === '') || (rows.length === 0 && errors.length === 0 && !/\d/.test(content)))
      continue
    const row: ShipmentRow = {
      line,
      order,
      // Two cells are an order and its tracking number where one carrier is given for all.
      ...(cells.length === 2 && carrier !== ''
        ? { carrier, trackingNumber: second }
        : { carrier: second || carrier, trackingNumber: third }),
    }
    const earlier = lines.get(order)
    if (rows.length + errors.length >= maxShipmentRows)
      return {
        rows,
        errors: [...errors, { pointer: '/rows', reason: 'too-many-items', parameters: { maximum: maxShipmentRows } }],
      }
    if (order === '') addError(line, 'row-order-missing')
    else if (cells.length > 3 && cells.slice(3).some((cell) => cell !== '')) addError(line, 'row-cells')
    else if (earlier !== undefined) addError(line, 'row-repeated', { earlier })
    else if (row.carrier === '') addError(line, 'row-carrier-missing')
    else if ([order, row.carrier, row.trackingNumber].some((cell) => cell.length > 60 || !printable.test(cell)))
      addError(line, 'row-text')
    else rows.push(row)
    if (order !== '') lines.set(order, earlier ?? line)
  }
  return { rows, errors }
}

/** No control characters, and none that turn the direction of text. */
const printable = /^[^\p{Cc}\u202a-\u202e\u2066-\u2069]*$/u

function splitCells(line: string): string[] {
  const separator = line.includes('\t') ? '\t' : line.includes(';') ? ';' : ','
  return line.split(separator).map((cell) =>
    cell
      .trim()
      .replace(/^"(.*)"$/u, '$1')
      .trim(),
  )
}
