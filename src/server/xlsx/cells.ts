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

/** The markup of the cell at a reference such as `A1`; empty for an empty cell. What its number cannot hold exactly becomes text. */
export function toCellMarkup(cell: Cell, reference: string): string {
  if (cell === null || cell === '') return ''
  const [attributes, content] = toContent(cell)
  return `<c r="${reference}"${attributes}>${content}</c>`
}

function toContent(cell: NonNullable<Cell>): Content {
  if (typeof cell === 'string') return toText(cell, styles.text)
  if (typeof cell === 'number') return toNumber(cell, styles.count)
  if ('heading' in cell) return toText(cell.heading, styles.heading)
  if ('minor' in cell) return toAmount(cell)
  if ('day' in cell) return toDate(Date.parse(`${cell.day}T00:00:00Z`), styles.day) ?? toText(cell.day, styles.text)
  return toDate(cell.timestamp, styles.time) ?? toText(new Date(cell.timestamp).toISOString(), styles.text)
}

/** The attributes and the content of a cell. */
type Content = [attributes: string, content: string]

/** The cell in tables of text: amounts are plain decimals, times ISO 8601. */
export function formatCell(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell !== 'object') return String(cell)
  if ('heading' in cell) return cell.heading
  if ('minor' in cell) return formatDecimal(cell.minor, cell.currency)
  return 'day' in cell ? cell.day : new Date(cell.timestamp).toISOString()
}

function toAmount({ minor, currency }: { minor: number; currency: string }): Content {
  const decimal = formatDecimal(minor, currency)
  return String(Math.abs(minor)).length > maxDigits
    ? toText(decimal, styles.text)
    : toNumber(decimal, firstAmountStyle + decimalsOf(currency))
}

/** Days since the last day of 1899; undefined before March 1900, where spreadsheets count a day that did not exist. */
function toDate(timestamp: number, style: number): Content | undefined {
  const days = (timestamp - Date.UTC(1899, 11, 30)) / 86_400_000
  return days > 60 ? toNumber(days, style) : undefined
}

/** `xml:space` keeps spaces at the ends. */
const toText = (text: string, style: number): Content => [
  ` t="inlineStr" s="${style}"`,
  `<is><t xml:space="preserve">${escapeXml(text.slice(0, maxTextLength))}</t></is>`,
]

const toNumber = (value: number | string, style: number): Content => [` s="${style}"`, `<v>${value}</v>`]

const maxDigits = 15
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
