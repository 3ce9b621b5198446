import { yieldToEventLoop } from '#server/runtime/event-loop.ts'
import { decodeFile } from '#server/imports/encoding.ts'
import { findEncoding } from '#server/imports/find-encoding.ts'
import { detectDelimiter } from '#server/imports/csv-text.ts'
import { maxHeadingRows } from '#server/imports/table-headings.ts'
import { type CsvRecord, readRecords, type RecordBatch } from '#server/imports/records.ts'
import { UnzipError } from '#server/files/unzip.ts'
import { SheetsError } from '#server/xlsx/only-table.ts'
import { readSheet } from '#server/xlsx/read-workbook.ts'
import { XmlError } from '#server/xml/read-elements.ts'
import { ProblemError } from '#shared/problem.ts'

/** The records of a file, from its beginning each time. */
export type Table = () => AsyncGenerator<RecordBatch>

export interface OpenedTable {
  table: Table
  isEncodingGuessed: boolean
}

/**
 * Opens a CSV file or the first visible sheet of an XLSX workbook and reads all of it once, so that nothing is imported of one that ends in garbage.
 * Throws `not-an-order-export`.
 */
export async function openTable(file: Blob, declaredEncoding: string | undefined): Promise<OpenedTable> {
  if (await isWorkbook(file)) {
    const table = (): AsyncGenerator<RecordBatch> => withoutWorkbookErrors(readSheetRecords(file))
    for await (const _ of table()) continue
    return { table, isEncodingGuessed: false }
  }
  const { encoding, isGuessed } = await findEncoding(file, declaredEncoding)
  const delimiter = await findDelimiter(file, encoding)
  return { table: () => readRecords(decodeFile(file, encoding), delimiter), isEncodingGuessed: isGuessed }
}

/** Whether the file is a zip: it is read as a workbook, or cannot be read. */
const isWorkbook = async (file: Blob): Promise<boolean> => (await file.slice(0, 4).text()) === 'PK\u0003\u0004'

/** The rows of a sheet as records, in batches. */
export async function* readSheetRecords(file: Blob): AsyncGenerator<RecordBatch> {
  let records: CsvRecord[] = []
  for await (const { row, cells, decimals } of readSheet(file)) {
    if (cells.some((cell) => cell.trim() !== ''))
      records.push({ line: row, fields: cells, ...(decimals && { decimals }) })
    if (records.length < rowsPerBatch) continue
    yield { records, bytes: 0 }
    records = []
    await yieldToEventLoop()
  }
  yield { records, bytes: file.size }
}

const rowsPerBatch = 100

async function* withoutWorkbookErrors(batches: AsyncIterable<RecordBatch>): AsyncGenerator<RecordBatch> {
  try {
    yield* batches
  } catch (error) {
    if (error instanceof UnzipError || error instanceof XmlError)
      throw new ProblemError('not-an-order-export', { why: error instanceof SheetsError ? 'sheets' : 'workbook' })
    throw error
  }
}

/**
 * The mark of the first line; where this has none, the one that the lines below have most of. A title with a comma is no header: one of the lines below
 * has more of another mark then, and no comma.
 */
async function findDelimiter(file: Blob, encoding: string): Promise<string> {
  for await (const { text } of decodeFile(file, encoding)) {
    const beginning = text.trimStart()
    if (beginning === '') continue
    if (/^[^\r\n]*[,;\t]/.test(beginning)) return findDelimiterBelow(beginning, detectDelimiter(beginning))
    const count = (mark: string): number => beginning.split(mark).length
    return [',', ';', '\t'].reduce((best, mark) => (count(mark) > count(best) ? mark : best))
  }
  return ','
}

function findDelimiterBelow(text: string, first: string): string {
  const [title = '', ...lines] = text.replaceAll(/"[^"]*"/g, '').split(/[\r\n]+/, maxHeadingRows)
  const count = (line: string, mark: string): number => line.split(mark).length
  const header = lines.find(
    (line) => !line.includes(first) && count(line, detectDelimiter(line)) > Math.max(count(title, first), 2),
  )
  return header === undefined ? first : detectDelimiter(header)
}
