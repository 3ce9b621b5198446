import { findEndedSessions, inTransaction } from '#server/auth/access.ts'
import type { AuthenticatedContext } from '#server/context.ts'
import { recordEvents } from '#server/events/events.ts'
import { type Cell, formatCell } from '#server/xlsx/cells.ts'
import { toCsvRow, toPlainCsvRow } from '#shared/csv.ts'
import type { EventAction } from '#shared/events/event-actions.ts'
import { ProblemError } from '#shared/problem.ts'

/** A table as CSV, a part at a time: `excel` for spreadsheets, with headings, or `csv` for programs, with the names of the columns. */
export async function* writeCsv(
  format: 'excel' | 'csv',
  columns: Readonly<Record<string, string>>,
  rows: AsyncIterable<readonly (readonly Cell[])[]>,
): AsyncGenerator<string> {
  // Spreadsheets recognize UTF-8 by its mark.
  yield format === 'excel' ? `\ufeff${toCsvRow(Object.values(columns))}` : toPlainCsvRow(Object.keys(columns))
  const toRow = format === 'excel' ? toCsvRow : toPlainCsvRow
  const toText = format === 'excel' ? keepText : formatCell
  for await (const slice of rows) yield slice.map((cells) => toRow(cells.map(toText))).join('')
}

/** A tab keeps a spreadsheet from making another number of a text, or a day. */
const keepText = (cell: Cell): string =>
  typeof cell === 'string' && isReadAsNumber.test(cell) ? `${cell}\t` : formatCell(cell)

/** Long ids, whose last digits would be lost, leading zeros, `1E5` and `1-2`. */
const isReadAsNumber = /^(?:\d{12,}|0\d+|\d+(?:\.\d+)?e[+-]?\d+|\d{1,4}[-/]\d{1,2}(?:[-/]\d{1,4})?)$/i

/** The options of an export that are set, as text. */
export const describeOptions = (options: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(options).flatMap(([name, value]) =>
      value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
        ? []
        : [[name, String(value)]],
    ),
  )

/**
 * Records the export with its filter before anything is sent, so that an export that was cut off is recorded, too. Of a search it records only
 * that there was one: its text may be personal, and the erasure of a customer does not reach events.
 */
export function recordExport(
  context: AuthenticatedContext,
  action: EventAction,
  options: Record<string, unknown>,
): Promise<void> {
  const { user } = context.session
  const { q, ...parameters } = describeOptions(options)
  return inTransaction(context, (transaction) =>
    recordEvents(transaction, context, {
      action,
      objectType: 'user',
      objectId: user.id,
      objectLabel: user.name,
      parameters: { ...parameters, ...(q !== undefined && { searched: 'yes' }) },
    }),
  )
}

/** Stops with an error, so that the download fails, when the session has ended or its user may do other things than before. */
export async function* whileLoggedIn(
  { kontor, session, access }: AuthenticatedContext,
  parts: AsyncGenerator<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let checkedAt = Number.NEGATIVE_INFINITY
  for await (const part of parts) {
    if (performance.now() - checkedAt >= checkEveryMs) {
      if ((await findEndedSessions(kontor, [session], access)).size > 0) throw new ProblemError('unavailable')
      checkedAt = performance.now()
    }
    yield part
  }
}

/** There are hundreds of parts in a second. */
const checkEveryMs = 100

export async function* encode(parts: AsyncGenerator<string>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder()
  for await (const part of parts) yield encoder.encode(part)
}
