/**
 * A row of a CSV file. Every cell is quoted; one that a spreadsheet would run as a formula begins with an apostrophe, even after spaces. A negative
 * number does not, because then it would be a text that no sum counts.
 */
export const toCsvRow = (cells: readonly string[]): string => `${cells.map(toCsvCell).join(',')}\r\n`

/** The text of a cell without the apostrophe that `toCsvRow` puts before a formula. */
export const unquoteFormula = (cell: string): string =>
  cell.startsWith("'") && isFormula(cell.slice(1)) ? cell.slice(1) : cell

const isFormula = (text: string): boolean => formulaPattern.test(text)
const formulaPattern = /^(?:\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r\n])/

const negativeNumber = /^-\d+(?:\.\d+)?$/

function toCsvCell(text: string): string {
  const safe = isFormula(text) && !negativeNumber.test(text) ? `'${text}` : text
  return `"${safe.includes('"') ? safe.replaceAll('"', '""') : safe}"`
}

/** A row of a CSV file for programs (RFC 4180): the text of cells as it is, quoted where it must be. */
export const toPlainCsvRow = (cells: readonly string[]): string =>
  `${cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\r\n`
