import type { FieldError } from '#shared/problem.ts'
import { isRoundedNumber } from '#shared/rounded-number.ts'
import { readIdentifierCell } from '#shared/spreadsheet-cell.ts'

/** The most rows of one text. */
const maxShipmentRows = 500
/** The most rows of one file. */
export const maxShipmentFileRows = 20_000

/** A line of a text or file with parcels. */
export interface ShipmentRow {
  /** The number of the line, from 1. */
  line: number
  order: string
  carrier: string
  trackingNumber: string
}

interface ShipmentRowsOptions {
  /** Where errors point to. */
  pointer: '/rows' | '/file'
  maximum: number
  /** Leaves out a row that has nothing else than an earlier one. */
  ignoresRepeated?: boolean
}

/** Rows with parcels that are checked one by one. Each error names its line. */
export class ShipmentRows {
  readonly rows: ShipmentRow[] = []
  readonly errors: FieldError[] = []
  /** There are more rows than the maximum, which is the last error. */
  isFull = false
  readonly #options: ShipmentRowsOptions
  /** The first row of each order. */
  readonly #orders = new Map<string, ShipmentRow>()

  constructor(options: ShipmentRowsOptions) {
    this.#options = options
  }

  /** Adds a row, or what is wrong with it. */
  add(given: ShipmentRow, hasMoreCells = false): void {
    const { pointer, maximum, ignoresRepeated = false } = this.#options
    const { line, carrier } = given
    const [order, trackingNumber] = [readIdentifierCell(given.order), readIdentifierCell(given.trackingNumber)]
    const row = { line, order, carrier, trackingNumber }
    const earlier = this.#orders.get(order)
    if (ignoresRepeated && earlier?.carrier === carrier && earlier.trackingNumber === trackingNumber && order !== '')
      return
    if (this.rows.length + this.errors.length >= maximum) {
      this.errors.push({ pointer, reason: 'too-many-items', parameters: { maximum } })
      this.isFull = true
      return
    }
    const fail = (reason: string, parameters = {}): void =>
      void this.errors.push({ pointer, reason, parameters: { line, ...parameters } })
    if (order === '') fail('row-order-missing')
    else if (hasMoreCells) fail('row-cells')
    else if (earlier) fail('row-repeated', { earlier: earlier.line })
    else if (carrier === '') fail('row-carrier-missing')
    else if ([order, carrier, trackingNumber].some((cell) => cell.length > 60 || !printable.test(cell)))
      fail('row-text')
    else if ([order, trackingNumber].some(isRoundedNumber))
      fail('row-rounded', { value: isRoundedNumber(order) ? order : trackingNumber })
    else this.rows.push(row)
    if (order !== '' && !earlier) this.#orders.set(order, row)
  }
}

/**
 * Reads lines of order, carrier and tracking number, separated by tabs, or by semicolons, commas or several spaces where there are no tabs. Empty lines
 * and a line of headings do not count; a missing carrier is `carrier`.
 */
export function parseShipmentRows(text: string, carrier = ''): ShipmentRows {
  const parsed = new ShipmentRows({ pointer: '/rows', maximum: maxShipmentRows })
  for (const [index, content] of text.split(/\r\n?|\n/).entries()) {
    const cells = splitCells(content)
    const [order = '', second = '', third = ''] = cells
    const isFirst = parsed.rows.length === 0 && parsed.errors.length === 0
    if (cells.every((cell) => cell === '') || (isFirst && !/\d/.test(content))) continue
    // Two cells are an order and its tracking number where one carrier is given for all.
    const parcel =
      cells.length === 2 && carrier !== ''
        ? { carrier, trackingNumber: second }
        : { carrier: second || carrier, trackingNumber: third }
    const hasMoreCells = cells.length > 3 && cells.slice(3).some((cell) => cell !== '')
    parsed.add({ line: index + 1, order, ...parcel }, hasMoreCells)
    if (parsed.isFull) break
  }
  return parsed
}

/** No control characters, and none that turn the direction of text. */
const printable = /^[^\p{Cc}\u202a-\u202e\u2066-\u2069]*$/u

function splitCells(line: string): string[] {
  const separator = ['\t', ';', ','].find((each) => line.includes(each))
  const cells = separator === undefined ? line.trim().split(/\s{2,}/u) : line.split(separator)
  return cells.map((cell) =>
    cell
      .trim()
      .replace(/^"(.*)"$/u, '$1')
      .trim(),
  )
}
