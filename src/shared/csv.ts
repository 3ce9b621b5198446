/**
 * A row of a CSV file. Every cell is quoted; one that a spreadsheet would run as a formula begins with an apostrophe, also behind spaces.
 */
export const toCsvRow = (cells: readonly string[]): string => `${cells.map(toCsvCell).join(',')}\r\n`

function toCsvCell(text: string): string {
  const safe = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]/.test(text) || /^[\t\r\n]/.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}
