import { decodeFile } from '#server/imports/encoding.ts'
import { findEncoding } from '#server/imports/find-encoding.ts'
import { detectDelimiter } from '#server/imports/csv-text.ts'
import { type CsvRecord, readRecords } from '#server/imports/records.ts'
import { unquoteFormula } from '#shared/csv.ts'
import { staff as en } from '#shared/messages/en/staff.ts'
import { staff as zh } from '#shared/messages/zh/staff.ts'
import { ProblemError } from '#shared/problem.ts'
import { maxImportedUsers } from '#shared/staff/import.ts'

/** One person of a file, as it is written there. */
export interface ImportLine {
  line: number
  name: string
  email: string
  /** Empty for no role. */
  role: string
  broken: CsvRecord['broken']
}

/** The columns that are read, by their headings in the export, which come first there. */
const columnNames = ['name', 'email', 'role'] as const

/** Reads a CSV file with the columns of the export in any order; others are ignored. Throws `not-a-staff-list`. */
export async function readImportFile(file: Blob, declaredEncoding: string | undefined): Promise<ImportLine[]> {
  try {
    const { encoding } = await findEncoding(file, declaredEncoding)
    return await readLines(file, encoding)
  } catch (error) {
    // The file is checked like that of an order import.
    if (error instanceof ProblemError && error.problem === 'not-an-order-export')
      throw new ProblemError('not-a-staff-list', error.parameters)
    throw error
  }
}

async function readLines(file: Blob, encoding: string): Promise<ImportLine[]> {
  let columns: Record<(typeof columnNames)[number], number> | undefined
  const lines: ImportLine[] = []
  for await (const { records } of readRecords(decodeFile(file, encoding), await findDelimiter(file, encoding)))
    for (const { line, fields, broken } of records) {
      if (!columns) {
        columns = findColumns(fields)
        continue
      }
      if (lines.length === maxImportedUsers) throw new ProblemError('not-a-staff-list', { why: 'too-many' })
      const read = (index: number): string =>
        unquoteFormula(fields[index] ?? '')
          .replaceAll('\0', ' ')
          .trim()
      lines.push({ line, name: read(columns.name), email: read(columns.email), role: read(columns.role), broken })
    }
  if (lines.length === 0) throw new ProblemError('not-a-staff-list', { why: 'empty' })
  return lines
}

async function findDelimiter(file: Blob, encoding: string): Promise<string> {
  for await (const { text } of decodeFile(file, encoding))
    if (text.trim() !== '') return detectDelimiter(text.trimStart())
  return ','
}

/** Only the email is needed. Throws `not-a-staff-list` without it, and for a column that is there twice. */
function findColumns(header: readonly string[]): Record<(typeof columnNames)[number], number> {
  const headings = header.map((heading) => heading.trim().toLowerCase())
  const find = (column: (typeof columnNames)[number]): number => {
    const known = [en, zh].map((texts) => texts.export.columns[columnNames.indexOf(column)]?.toLowerCase() ?? '')
    const found = headings.flatMap((heading, index) => (known.includes(heading) ? [index] : []))
    if (found.length > 1) throw new ProblemError('not-a-staff-list', { why: 'columns' })
    return found[0] ?? -1
  }
  const columns = { name: find('name'), email: find('email'), role: find('role') }
  if (columns.email === -1) throw new ProblemError('not-a-staff-list', { why: 'columns' })
  return columns
}
