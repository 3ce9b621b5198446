import { builtInFormats, formatNumber, type NumberFormat, parseNumberFormat } from '#server/xlsx/number-formats.ts'
import { assertOnlyTable, findTable } from '#server/xlsx/only-table.ts'
import { readZipFile, UnzipError } from '#server/files/unzip.ts'
import { findElement, findText, readElements, type XmlElement } from '#server/xml/read-elements.ts'

/** A row of a sheet; `row` counts from 1, and cells that are left out are empty. */
export interface SheetRow {
  row: number
  cells: string[]
  /** The columns of numbers with decimals: they have a dot, whatever mark the texts of the sheet have. */
  decimals?: number[]
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
 * The rows of the first visible sheet of an XLSX workbook that has a table, as text: numbers as plain decimals, days as `YYYY-MM-DD` with their time if they have one, percentages
 * and leading zeros as they are shown. Throws `UnzipError` or `XmlError` for a file that is none, is cut off or unpacks to far more than it is, and
 * `SheetsError`.
 */
export async function* readSheet(file: Blob): AsyncGenerator<SheetRow> {
  const contents = { texts: await readSharedTexts(file), styles: await readStyles(file) }
  const sheets = (await findSheets(file)).map((path) => () => readRows(file, path, contents))
  const table = await findTable(sheets)
  if (!table) throw new UnzipError('The workbook has no sheet')
  await assertOnlyTable(
    table,
    sheets.filter((sheet) => sheet !== table),
  )
  yield* table()
}

/** What the cells of a workbook name. */
interface Contents {
  texts: readonly string[]
  styles: Styles
}

async function* readRows(file: Blob, path: string, { texts, styles }: Contents): AsyncGenerator<SheetRow> {
  let last = 0
  let count = 0
  let sheetLength = 0
  for await (const element of readElements(readZipFile(file, path), { parent: 'sheetData', names: ['row'] })) {
    if (element.name !== 'row') continue
    if (++count > maxRows) throw new UnzipError('has too many rows')
    last = Math.max(last + 1, readRowNumber(element.attributes['r']))
    const cells: string[] = []
    const decimals: number[] = []
    for (const cell of element.children) {
      const at = columnOf(cell.attributes['r']) ?? cells.length
      if (at >= maxCellColumns) continue
      while (cells.length < at) cells.push('')
      const text = readCell(cell, texts, styles)
      cells[at] = text
      if (isNumber(cell) && /^-?\d+\.\d+%?$/.test(text)) decimals.push(at)
    }
    const rowLength = cells.reduce((sum, cell) => sum + cell.length, 0)
    sheetLength += rowLength
    if (rowLength > maxRowLength || sheetLength > maxSheetLength) throw new UnzipError('has too much text')
    yield { row: last, cells, ...(decimals.length > 0 && { decimals }) }
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

const isNumber = ({ attributes }: XmlElement): boolean => (attributes['t'] ?? 'n') === 'n'

function readCell(cell: XmlElement, texts: readonly string[], { formats, startsIn1904 }: Styles): string {
  const value = findText(cell, 'v')
  switch (cell.attributes['t']) {
    case 's':
      return texts[Number(value)] ?? ''
    case 'inlineStr':
      return readText(findElement(cell, 'is'))
    case 'str':
      return decodeEscapes(value).trim()
    case 'd':
    case 'e':
      return value
    case 'b':
      return value === '' ? '' : value === '0' ? 'FALSE' : 'TRUE'
    default:
      return formatNumber(value, formats.get(cell.attributes['s'] ?? ''), startsIn1904)
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

interface Styles {
  formats: ReadonlyMap<string, NumberFormat | undefined>
  startsIn1904: boolean
}

/** The formats of numbers by the number of their style, and from when days are counted. */
async function readStyles(file: Blob): Promise<Styles> {
  const formatsById = new Map<number, NumberFormat | undefined>(builtInFormats)
  const formats = new Map<string, NumberFormat | undefined>()
  const readStyleParts = (parent: string, name: string) =>
    readElements(readZipFile(file, 'xl/styles.xml'), { parent, names: [name] }, true)
  for await (const { name, attributes } of readStyleParts('numFmts', 'numFmt')) {
    if (name !== 'numFmt') continue
    formatsById.set(Number(attributes['numFmtId']), parseNumberFormat(attributes['formatCode'] ?? ''))
  }
  for await (const { name, attributes } of readStyleParts('cellXfs', 'xf')) {
    if (name !== 'xf') continue
    formats.set(String(formats.size), formatsById.get(Number(attributes['numFmtId'])))
  }
  let startsIn1904 = false
  const properties = { parent: 'workbook', names: ['workbookPr'] }
  for await (const { attributes } of readElements(readZipFile(file, 'xl/workbook.xml'), properties))
    startsIn1904 ||= /^(1|true)$/.test(attributes['date1904'] ?? '')
  return { formats, startsIn1904 }
}

/** The id of a relation, `r:id` with any prefix. */
const findRelation = (attributes: Readonly<Record<string, string>>): string | undefined =>
  Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1]

/** The paths of the visible sheets, which the workbook names by the ids of relations; all sheets if none is visible. */
async function findSheets(file: Blob): Promise<string[]> {
  const sheets: { id: string | undefined; isHidden: boolean }[] = []
  const names = { parent: 'sheets', names: ['sheet'] }
  for await (const { attributes, name } of readElements(readZipFile(file, 'xl/workbook.xml'), names))
    if (name === 'sheet')
      sheets.push({ id: findRelation(attributes), isHidden: /hidden$/i.test(attributes['state'] ?? '') })
  const paths = new Map<string | undefined, string>()
  const relations = { parent: 'Relationships', names: ['Relationship'] }
  for await (const { attributes } of readElements(readZipFile(file, 'xl/_rels/workbook.xml.rels'), relations)) {
    const { Id: id, Target: target } = attributes
    if (id && target)
      paths.set(
        id,
        target
          .replaceAll('\\', '/')
          .replace(/^(?!\/)/, '/xl/')
          .slice(1),
      )
  }
  const visible = sheets.filter(({ isHidden }) => !isHidden)
  return (visible.length > 0 ? visible : sheets).flatMap(({ id }) => paths.get(id) ?? [])
}
