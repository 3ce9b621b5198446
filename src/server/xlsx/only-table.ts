import type { SheetRow } from '#server/xlsx/read-workbook.ts'
import { UnzipError } from '#server/files/unzip.ts'

/** A workbook whose table goes on in another sheet, such as that of the next month: reading one of them would leave rows out without a word. */
export class SheetsError extends UnzipError {}

type Sheet = () => AsyncIterable<SheetRow>

/** The first rows of a sheet are searched for headings, in so many sheets. */
const [maxHeadingRows, maxSheets] = [20, 50]
/** Fewer cells are a title that several sheets may have. */
const fewestHeadings = 3

/** The first sheet with a row of several cells: before it may be a cover, or a sheet that was left empty. The first one if none has. */
export async function findTable<Found extends Sheet>(sheets: readonly Found[]): Promise<Found | undefined> {
  for (const sheet of sheets.slice(0, maxSheets))
    if ((await readFirstRows(sheet)).some((cells) => cells.length > 1)) return sheet
  return sheets[0]
}

/** Throws `SheetsError` if another sheet has rows below the same headings as the first one. */
export async function assertOnlyTable(first: Sheet, others: readonly Sheet[]): Promise<void> {
  if (others.length === 0) return
  const headings = new Set((await readFirstRows(first)).flatMap(toHeadings))
  for (const other of others.slice(0, maxSheets)) {
    const rows = await readFirstRows(other)
    const at = rows.findIndex((cells) => toHeadings(cells).some((each) => headings.has(each)))
    if (at >= 0 && at < rows.length - 1) throw new SheetsError('has its table in several sheets')
  }
}

/** The first rows that are not empty. */
async function readFirstRows(sheet: Sheet): Promise<string[][]> {
  const rows: string[][] = []
  for await (const { cells } of sheet()) {
    const filled = cells.filter((cell) => cell !== '')
    if (filled.length > 0) rows.push(filled)
    if (rows.length > maxHeadingRows) break
  }
  return rows
}

const toHeadings = (cells: readonly string[]): string[] =>
  cells.length < fewestHeadings ? [] : [JSON.stringify(cells)]
