import { readZipFile, UnzipError } from '#server/unzip.ts'
import { findElement, findText, readElements, type XmlElement } from '#server/xml/read-elements.ts'

/** A row of a sheet; `row` counts from 1, and cells that are left out are empty. */
export interface SheetRow {
  row: number
  cells: string[]
}

/** More than any sheet of Excel has. */
const maxColumns = 16_384
const maxCellColumns = 200
/** More than a file that is read has; each takes time, even without cells. */
const maxRows = 150_000
const maxSharedTexts = 600_000
/** Characters of all shared texts, which are in memory; of a row; and of all cells, which may name the same text again and again. */
const maxSharedLength = 32 * 1024 * 1024
const maxRowLength = 64 * 1024
const maxSheetLength = 128 * 1024 * 1024

/**
 * The rows of the first sheet of an XLSX workbook, as text: numbers as plain decimals, days as `YYYY-MM-DD` with their time if they have one. Throws
 * `UnzipError` or `XmlError` for a file that is none, is cut off or unpacks to far more than it is.
 */
export async function* readSheet(file: Blob): AsyncGenerator<SheetRow> {
  const texts = await readSharedTexts(file)
  const { dateStyles, startsIn1904 } = await readStyles(file)
  const path = await findFirstSheet(file)
  let last = 0
  let count = 0
  let sheetLength = 0
  for await (const element of readElements(readZipFile(file, path), { parent: 'sheetData', names: ['row'] })) {
    if (element.name !== 'row') continue
    if (++count > maxRows) throw new UnzipError('has too many rows')
    last = Math.max(last + 1, readRowNumber(element.attributes['r']))
    const cells: string[] = []
    for (const cell of element.children) {
      const at = columnOf(cell.attributes['r']) ?? cells.length
      if (at >= maxCellColumns) continue
      while (cells.length < at) cells.push('')
      cells[at] = readCell(cell, texts, dateStyles, startsIn1904)
    }
    const rowLength = cells.reduce((sum, cell) => sum + cell.length, 0)
    sheetLength += rowLength
    if (rowLength > maxRowLength || sheetLength > maxSheetLength) throw new UnzipError('has too much text')
    yield { row: last, cells }
  }
}

async function readSharedTexts(file: Blob): Promise<string[]> {
  const texts: string[] = []
  let length = 0
  const items = { parent: 'sst', names: ['si'] }
  for await (const item of readElements(readZipFile(file, 'xl/sharedStrings.xml'), items, true)) {
    if (item.name !== 'si') continue
    const text = readText(item)
    length += text.length
    if (texts.length === maxSharedTexts || length > maxSharedLength) throw new UnzipError('has too many texts')
    texts.push(text)
  }
  return texts
}

/** The number that a row says it has; 0 if it is none of Excel. */
const readRowNumber = (text: string | undefined): number => (/^\d{1,7}$/.test(text ?? '') ? Number(text) : 0)

/** `AB12` is in column 27, counted from 0. */
function columnOf(reference: string | undefined): number | undefined {
  const [letters] = /^[A-Z]{1,3}/.exec(reference ?? '') ?? []
  if (letters === undefined) return undefined
  let column = 0
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64
  return column <= maxColumns ? column - 1 : undefined
}

function readCell(
  cell: XmlElement,
  texts: readonly string[],
  dateStyles: ReadonlySet<string>,
  startsIn1904: boolean,
): string {
  const value = findText(cell, 'v')
  switch (cell.attributes['t']) {
    case 's':
      return texts[Number(value)] ?? ''
    case 'inlineStr':
      return readText(findElement(cell, 'is'))
    case 'str':
      return decodeEscapes(value).trim()
    case 'd':
      return value
    case 'b':
    case 'e':
      return ''
    default:
      return dateStyles.has(cell.attributes['s'] ?? '') ? toDay(value, startsIn1904) : toDecimal(value)
  }
}

/** A text, or the runs that it consists of, without spaces around it. */
const readText = (element: XmlElement | undefined): string =>
  (element?.children ?? [])
    .map((child) => (child.name === 't' ? child : child.name === 'r' ? findElement(child, 't') : undefined))
    .map((part) => decodeEscapes(part?.text ?? ''))
    .join('')
    .trim()

/** The characters that `escapeXml` and spreadsheet programs write as `_x000D_`. */
const decodeEscapes = (text: string): string =>
  text
    .replaceAll(/_x([\dA-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .toWellFormed()

/**
 * Programs write 28.16 as 28.159999999999997: fifteen digits are what Excel keeps. A longer number stays as it is written, unless only zeros follow these
 * digits, as Excel writes it after it has rounded it: then it is `1.38E+16`, which no identifier may be.
 */
function toDecimal(text: string): string {
  const number = Number(text)
  if (text === '' || !Number.isFinite(number)) return ''
  if (/^[1-9]\d{14}0+$/.test(text)) return number.toExponential(14).toUpperCase()
  if (/^-?\d+(\.\d{1,4})?$/.test(text)) return text
  const rounded = Number(number.toPrecision(15))
  return Math.abs(rounded) < 1e15 ? rounded.toFixed(10).replace(/\.?0+$/, '') : text
}

/** A day is a number of days, counted so that those after February 1900 are right. */
function toDay(text: string, startsIn1904: boolean): string {
  const days = Number(text)
  if (text === '' || !Number.isFinite(days) || days < 0 || days > 2_958_465) return ''
  const seconds = Math.round(days * 86_400) + (startsIn1904 ? 1462 * 86_400 : 0)
  const iso = new Date((seconds - 25_569 * 86_400) * 1000).toISOString()
  return seconds % 86_400 === 0 ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${iso.slice(11, 19)}`
}

/** The formats of Excel itself that show a day or a time. */
const builtInDates = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 30, 36, 45, 46, 47, 50, 57])

/** The numbers of the styles whose numbers are days, and from when these are counted. */
async function readStyles(file: Blob): Promise<{ dateStyles: Set<string>; startsIn1904: boolean }> {
  const dateFormats = new Set(builtInDates)
  const dateStyles = new Set<string>()
  const readStyleParts = (parent: string, name: string) =>
    readElements(readZipFile(file, 'xl/styles.xml'), { parent, names: [name] }, true)
  for await (const { name, attributes } of readStyleParts('numFmts', 'numFmt')) {
    if (name !== 'numFmt') continue
    const code = (attributes['formatCode'] ?? '').replaceAll(/"[^"]*"|\[[^[\]]*\]|\\./g, '')
    if (/[ymdhs年月日]/i.test(code)) dateFormats.add(Number(attributes['numFmtId']))
  }
  let style = 0
  for await (const { name, attributes } of readStyleParts('cellXfs', 'xf')) {
    if (name !== 'xf') continue
    if (dateFormats.has(Number(attributes['numFmtId']))) dateStyles.add(String(style))
    style += 1
  }
  let startsIn1904 = false
  const properties = { parent: 'workbook', names: ['workbookPr'] }
  for await (const { attributes } of readElements(readZipFile(file, 'xl/workbook.xml'), properties))
    startsIn1904 ||= /^(1|true)$/.test(attributes['date1904'] ?? '')
  return { dateStyles, startsIn1904 }
}

/** The path of the first sheet, which the workbook names by the id of a relation. */
async function findFirstSheet(file: Blob): Promise<string> {
  let id: string | undefined
  for await (const { attributes, name } of readElements(readZipFile(file, 'xl/workbook.xml'), {
    parent: 'sheets',
    names: ['sheet'],
  }))
    if (name === 'sheet') id ??= attributes['r:id']
  const relations = { parent: 'Relationships', names: ['Relationship'] }
  for await (const { attributes } of readElements(readZipFile(file, 'xl/_rels/workbook.xml.rels'), relations))
    if (attributes['Id'] === id && attributes['Target'])
      return attributes['Target'].startsWith('/') ? attributes['Target'].slice(1) : `xl/${attributes['Target']}`
  throw new UnzipError('The workbook has no sheet')
}
