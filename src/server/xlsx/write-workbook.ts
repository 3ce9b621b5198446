import { yieldToEventLoop } from '#server/runtime/event-loop.ts'
import { type Cell, styleSheet, toRowMarkup } from '#server/xlsx/cells.ts'
import { escapeXml } from '#server/xlsx/escape-xml.ts'
import { createZip, type ZipFile } from '#server/files/zip.ts'

/** A sheet of a workbook. Rows beyond the limit of a sheet continue in another one. */
export interface Sheet {
  /** At most 25 characters, none of `[]:*?/\`. */
  name: string
  /** `width` is a number of digits. */
  columns: readonly { heading: string; width: number }[]
  /** Read when the sheets before are written. */
  rows: Iterable<Row> | AsyncIterable<Row>
}
export type Row = readonly Cell[]

/** The limit of spreadsheet programs. */
const maxSheetRows = 1_048_576

/** Characters to write and compress at once, which takes about a millisecond. */
const chunkLength = 128 * 1024

/** A workbook for spreadsheet programs (XLSX), a part at a time in bounded memory. Text is never a formula. */
export async function* writeWorkbook(
  sheets: readonly Sheet[],
  { maxRows = maxSheetRows } = {},
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const zip = createZip()
  const names: string[] = []
  for (const sheet of sheets) {
    let part = 0
    const openSheet = (): ZipFile => {
      part += 1
      names.push(part === 1 ? sheet.name : `${sheet.name} ${part}`)
      return zip.open(`xl/worksheets/sheet${names.length}.xml`)
    }
    let file = openSheet()
    let text = startOfSheet(sheet)
    let rowCount = 1
    for await (const row of sheet.rows) {
      if (rowCount === maxRows) {
        file.write(text + endOfSheet)
        file.end()
        file = openSheet()
        text = startOfSheet(sheet)
        rowCount = 1
      }
      rowCount += 1
      text += toRowMarkup(row, rowCount)
      if (text.length < chunkLength) continue
      file.write(text)
      text = ''
      yield* zip.take()
      await yieldToEventLoop()
    }
    file.write(text + endOfSheet)
    file.end()
  }
  for (const [path, text] of Object.entries(describeWorkbook(names))) {
    const file = zip.open(path)
    file.write(text)
    file.end()
  }
  yield* zip.end()
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const partTypes = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The headings, which stay in view. */
const startOfSheet = ({ columns }: Sheet): string =>
  `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns
    .map(({ width }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`)
    .join('')}</cols><sheetData>${toRowMarkup(
    columns.map(({ heading }) => ({ heading })),
    1,
  )}`

const endOfSheet = '</sheetData></worksheet>'

/** The other parts of the file, by path. */
const describeWorkbook = (names: readonly string[]): Record<string, string> => ({
  'xl/styles.xml': declaration + styleSheet,
  'xl/workbook.xml': `${declaration}<workbook xmlns="${main}" xmlns:r="${relationships}"><sheets>${names
    .map((name, index) => `<sheet name="${escapeXml(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`)
    .join('')}</sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${declaration}<Relationships xmlns="${packages}/relationships">${names
    .map(
      (_, index) =>
        `<Relationship Id="rId${index + 1}" Type="${relationships}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
    )
    .join(
      '',
    )}<Relationship Id="rId${names.length + 1}" Type="${relationships}/styles" Target="styles.xml"/></Relationships>`,
  '_rels/.rels': `${declaration}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relationships}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  '[Content_Types].xml': `${declaration}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${partTypes}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${partTypes}.styles+xml"/>${names
    .map(
      (_, index) =>
        `<Override PartName="/xl/worksheets/sheet${index + 1}.xml" ContentType="${partTypes}.worksheet+xml"/>`,
    )
    .join('')}</Types>`,
})
