import type { RefusedOrder } from '#shared/orders/views.ts'

/**
 * The refusals of an import as a CSV file for people: UTF-8 with a byte order mark (else a spreadsheet reads Chinese as Latin),
 * every field quoted, lines ended by CRLF. A field that a spreadsheet would run as a formula gets an apostrophe before it.
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

/** Full-width signs too: spreadsheets fold them to the ASCII ones when they read Chinese or Japanese files. */
const formulaPattern = /^\s*[=+\-@\t\r＝＋－＠]/u

const quoteField = (text: string): string =>
  `"${(formulaPattern.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
