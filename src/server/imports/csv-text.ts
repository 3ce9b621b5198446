/** Helpers of `records.ts` that find positions in the text of a CSV file. */

/** The characters that end lines and enclose fields. */
export const [newline, carriageReturn, quote] = [10, 13, 34]

/** Whether a line has only empty fields. */
export const isEmptyLine = (fields: readonly string[]): boolean => fields.every((field) => field.trim() === '')

/** The position after the closing quotation mark, or `undefined`; a doubled one is part of the text. */
export function findQuotedEnd(text: string, opening: number, limit: number): number | undefined {
  for (let at = opening + 1; at < limit; at++)
    if (text.charCodeAt(at) === quote) {
      if (at + 1 === limit || text.charCodeAt(at + 1) !== quote) return at + 1
      at++
    }
  return undefined
}

/** The position after the first line end, or `limit`. */
export function findNextLine(text: string, from: number, limit = text.length): number {
  for (let at = from; at < limit; at++) if (isLineEnd(text, at)) return at + 1
  return limit
}

/** The position where the last line before `end` begins. */
export function findLastLine(text: string, from: number, end: number): number {
  for (let at = end - 2; at >= from; at--) if (isLineEnd(text, at)) return at + 1
  return from
}

/** Whether a line ends with this character: LF, CRLF or CR. */
export function isLineEnd(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code === newline || (code === carriageReturn && text.charCodeAt(at + 1) !== newline)
}

/** Detects the delimiter from the first line: comma, semicolon or tab, whichever occurs most often outside quotes. */
export function detectDelimiter(text: string): string {
  const [head = ''] = text.split(/\r\n|\n|\r/, 1)
  const unquoted = head.replaceAll(/"[^"]*"/g, '')
  const count = (delimiter: string): number => unquoted.split(delimiter).length
  return [',', ';', '\t'].reduce((best, candidate) => (count(candidate) > count(best) ? candidate : best))
}
