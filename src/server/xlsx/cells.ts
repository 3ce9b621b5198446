import { escapeXml } from '#server/xlsx/escape-xml.ts'
import { decimalsOf, formatDecimal } from '#shared/money.ts'

/**
 * What a cell holds: text, a count, an amount with the currency's decimals, a calendar day, a time in UTC, or the heading of a column.
 * Numbers of documents are text, as spreadsheets keep 15 digits of a number.
 */
export type Cell =
  | string
  | number
  | null
  | { minor: number; currency: string }
  | { day: string }
  | { timestamp: number }
  | { heading: string }

/** The markup of a row; `number` counts from 1, empty cells are left out. What the number of a cell cannot hold exactly becomes text. */
export function toRowMarkup(row: readonly Cell[], number: number): string {
  let markup = `<row r="${number}">`
  for (let index = 0; index < row.length; index += 1) {
    const cell = row[index] ?? ''
    if (cell !== '') markup += `<c r="${columnName(index)}${number}"${toContent(cell)}</c>`
  }
  return `${markup}</row>`
}

const columnNames: string[] = []
const columnName = (index: number): string => (columnNames[index] ??= nameColumn(index))

/** `A` to `Z`, `AA` … */
const nameColumn = (index: number): string =>
  index < 26 ? String.fromCharCode(65 + index) : nameColumn(Math.floor(index / 26) - 1) + nameColumn(index % 26)

/** What follows the reference of a cell: its other attributes and its value. */
function toContent(cell: NonNullable<Cell>): string {
  if (typeof cell === 'string') return toText(cell)
  if (typeof cell === 'number') return toNumber(cell, styles.count)
  if ('minor' in cell) return toAmount(cell)
  if ('timestamp' in cell) return toDate(cell.timestamp, styles.time) ?? toText(new Date(cell.timestamp).toISOString())
  if ('day' in cell) return toDate(Date.parse(`${cell.day}T00:00:00Z`), styles.day) ?? toText(cell.day)
  return toText(cell.heading, ` s="${styles.heading}"`)
}

/** The cell in tables of text: amounts are plain decimals, times ISO 8601. */
export function formatCell(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell !== 'object') return String(cell)
  if ('heading' in cell) return cell.heading
  if ('minor' in cell) return formatDecimal(cell.minor, cell.currency)
  return 'day' in cell ? cell.day : new Date(cell.timestamp).toISOString()
}

function toAmount({ minor, currency }: { minor: number; currency: string }): string {
  const decimal = formatDecimal(minor, currency)
  return Math.abs(minor) > maxExact ? toText(decimal) : toNumber(decimal, firstAmountStyle + decimalsOf(currency))
}

/** Days since the last day of 1899; undefined before March 1900, where spreadsheets count a day that did not exist. */
function toDate(timestamp: number, style: number): string | undefined {
  const days = (timestamp - firstDay) / 86_400_000
  return days > 60 ? toNumber(days, style) : undefined
}
const firstDay = Date.UTC(1899, 11, 30)

/** Text has the style of cells that name none. `xml:space` keeps spaces that programs may remove. */
function toText(text: string, style = ''): string {
  const escaped = escapeXml(text.length > maxTextLength ? text.slice(0, maxTextLength) : text)
  return spacePattern.test(escaped)
    ? `${style} t="inlineStr"><is><t xml:space="preserve">${escaped}</t></is>`
    : `${style} t="inlineStr"><is><t>${escaped}</t></is>`
}
const spacePattern = /^\s|[\t\n]| {2}|\s$/

const toNumber = (value: number | string, style: number): string => ` s="${style}"><v>${value}</v>`

/** The largest number with as many digits as spreadsheets keep. */
const maxExact = 999_999_999_999_999
const maxTextLength = 32_767

/** The formats of numbers by the index of their style; that of an amount is `firstAmountStyle` and its decimals. */
const numberFormats = [
  '@',
  '@',
  '0',
  'yyyy\\-mm\\-dd',
  'yyyy\\-mm\\-dd hh:mm:ss',
  '#,##0',
  '#,##0.0',
  '#,##0.00',
  '#,##0.000',
  '#,##0.0000',
]
const styles = { text: 0, heading: 1, count: 2, day: 3, time: 4 }
const firstAmountStyle = 5

/** Custom formats have numbers from 164. */
const formatId = (index: number): number => 164 + index

/** The content of `styles.xml`. */
export const styleSheet = `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts count="${numberFormats.length}">${numberFormats
  .map((format, index) => `<numFmt numFmtId="${formatId(index)}" formatCode="${escapeXml(format)}"/>`)
  .join(
    '',
  )}</numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${numberFormats.length}">${numberFormats
  .map(
    (_, index) =>
      `<xf numFmtId="${formatId(index)}" fontId="${index === styles.heading ? 1 : 0}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"${index === styles.heading ? ' applyFont="1"' : ''}/>`,
  )
  .join('')}</cellXfs></styleSheet>`
