/**
 * Rows as CSV for spreadsheets: UTF-8 with a byte order mark (without it Excel misreads Chinese), all fields quoted, lines ended by CRLF. A
 * field that a spreadsheet would run as a formula is prefixed with an apostrophe.
 */
export const toCsv = (rows: readonly (readonly string[])[]): string =>
  '\uFEFF' + rows.map((row) => row.map(quoteField).join(',') + '\r\n').join('')

/** Includes full-width signs, which spreadsheets convert to ASCII in Chinese and Japanese files. */
const formulaPattern = /^\s*[=+\-@\t\r＝＋－＠]/u

const quoteField = (text: string): string =>
  `"${(formulaPattern.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`

/** Offers the text as a file to save. */
export function downloadCsv(text: string, fileName: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  Object.assign(document.createElement('a'), { href: url, download: fileName }).click()
  URL.revokeObjectURL(url)
}
