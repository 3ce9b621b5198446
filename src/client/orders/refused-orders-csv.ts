import type { RefusedOrder } from '#shared/orders/views.ts'

/**
 * The rejected orders of an import as CSV for spreadsheets: UTF-8 with a byte order mark (without it Excel misreads Chinese), all fields
 * quoted, lines ended by CRLF. A field that a spreadsheet would run as a formula is prefixed with an apostrophe.
 */
export function refusedOrdersCsv(
  refused: readonly RefusedOrder[],
  head: { line: string; order: string; reason: string },
): string {
  const rows = [
    [head.line, head.order, head.reason],
    ...refused.map(({ line, order, reason }) => [String(line), order, reason]),
  ]
  return '\uFEFF' + rows.map((row) => row.map(quoteField).join(',') + '\r\n').join('')
}

/** Includes full-width signs, which spreadsheets convert to ASCII in Chinese and Japanese files. */
const formulaPattern = /^\s*[=+\-@\t\r＝＋－＠]/u

const quoteField = (text: string): string =>
  `"${(formulaPattern.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
