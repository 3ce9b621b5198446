import { findEndedSessions, inTransaction } from '#server/auth/access.ts'
import type { Action, AuthenticatedContext } from '#server/context.ts'
import { createDownload } from '#server/download.ts'
import { recordEvents } from '#server/events/events.ts'
import { writeJournal } from '#server/finance/export-journal.ts'
import { type ExportTexts, toExportRows } from '#server/finance/export-rows.ts'
import { writeEntriesWorkbook } from '#server/finance/export-workbook.ts'
import { walkFiltered } from '#server/finance/walk-entries.ts'
import { formatCell } from '#server/xlsx/cells.ts'
import { toCsvRow, toPlainCsvRow } from '#shared/csv.ts'
import type { EntryExportFormat } from '#shared/finance/export-formats.ts'
import type { EntriesQuery } from '#shared/finance/inputs.ts'
import type { EntryView } from '#shared/finance/views.ts'
import { ledger as en } from '#shared/messages/en/ledger.ts'
import { ledger as zh } from '#shared/messages/zh/ledger.ts'
import { ProblemError } from '#shared/problem.ts'
import { endOfUnit } from '#shared/time-unit.ts'

const texts = { en, zh }
const contentType = 'application/octet-stream'

/** `POST /api/finance/exports`: the entries of a filter, oldest first; in tables a row for each posting, in JSON a line for each entry. */
export const exportEntries: Action<'exportEntries'> = async (context, { format, ...filter }) => {
  const parameters = await recordExport(context, { format, ...filter })
  const ledger = texts[context.locale]
  if (format === 'xlsx') {
    const { format: _format, ...filterParameters } = parameters
    const filterText = Object.entries(filterParameters)
      .map((pair) => pair.join(' = '))
      .join(', ')
    return createDownload(whileLoggedIn(context, writeEntriesWorkbook(context, { filter, filterText, ledger })), {
      fileName: `${nameFile(filter)}.xlsx`,
      contentType,
    })
  }
  const { extension, header, toLines } = textFormats[format](ledger)
  return createDownload(whileLoggedIn(context, encode(writeLines(context, filter, header, toLines))), {
    fileName: `${nameFile(filter)}.${extension}`,
    contentType,
  })
}

/** `POST /api/finance/journals`: all entries between two days for another program, with what accounts held before them. */
export const exportJournal: Action<'exportJournal'> = async (context, { dialect, ...days }) => {
  await recordExport(context, { format: dialect, ...days })
  const { accountName } = texts[context.locale]
  const journal = writeJournal(context.kontor.database, { dialect, ...days, accountName })
  return createDownload(whileLoggedIn(context, encode(journal)), {
    fileName: `${nameFile(days)}.${dialect === 'beancount' ? 'beancount' : 'journal'}`,
    contentType,
  })
}

type Filter = Omit<EntriesQuery, 'cursor'>

/** `财务明细_2026-07_CNY`, without the days or the currency that the filter does not have. */
function nameFile({ from, to, currency }: Partial<Filter>): string {
  const isMonth = from?.endsWith('-01') === true && to === endOfUnit(from, 'month')
  const days =
    from === undefined && to === undefined ? undefined : isMonth ? from.slice(0, 7) : `${from ?? ''}–${to ?? ''}`
  return ['财务明细', days, currency].filter((part) => part !== undefined).join('_')
}

interface TextFormat {
  extension: string
  header: string
  toLines: (entry: EntryView) => string
}

const textFormats: Record<Exclude<EntryExportFormat, 'xlsx'>, (ledger: ExportTexts) => TextFormat> = {
  // Spreadsheets recognize UTF-8 by its mark.
  excel: (ledger) => ({
    extension: 'csv',
    header: `\ufeff${toCsvRow(Object.values(ledger.export.columns))}`,
    toLines: (entry) =>
      toTextRows(entry, ledger)
        .map((cells) => toCsvRow(cells.map(keepDigits)))
        .join(''),
  }),
  csv: (ledger) => ({
    extension: 'csv',
    header: toPlainCsvRow(Object.keys(ledger.export.columns)),
    toLines: (entry) => toTextRows(entry, ledger).map(toPlainCsvRow).join(''),
  }),
  json: () => ({ extension: 'jsonl', header: '', toLines: (entry) => `${JSON.stringify(entry)}\n` }),
}

const toTextRows = (entry: EntryView, ledger: ExportTexts): string[][] =>
  toExportRows(entry, ledger).map((cells) => cells.map(formatCell))

/** A tab keeps a spreadsheet from making a number of a long id, which would lose its last digits. */
const keepDigits = (cell: string): string => (/^\d{12,}$/.test(cell) ? `${cell}\t` : cell)

async function* writeLines(
  context: AuthenticatedContext,
  filter: Filter,
  header: string,
  toLines: TextFormat['toLines'],
): AsyncGenerator<string> {
  if (header !== '') yield header
  for await (const entries of walkFiltered(context, filter)) yield entries.map(toLines).join('')
}

/** Records the export with its filter before anything is sent, so that an export that was cut off is recorded, too. Returns what it recorded. */
export async function recordExport(
  context: AuthenticatedContext,
  options: Record<string, unknown>,
): Promise<Record<string, string>> {
  const { user } = context.session
  const parameters = Object.fromEntries(
    Object.entries(options).flatMap(([name, value]) =>
      value === undefined || (Array.isArray(value) && value.length === 0) ? [] : [[name, String(value)]],
    ),
  )
  await inTransaction(context, (transaction) =>
    recordEvents(transaction, context, {
      action: 'entries.exported',
      objectType: 'user',
      objectId: user.id,
      objectLabel: user.name,
      parameters,
    }),
  )
  return parameters
}

/** Stops with an error, so that the download fails, when the session has ended or its user may do other things than before. */
export async function* whileLoggedIn(
  { kontor, session, access }: AuthenticatedContext,
  parts: AsyncGenerator<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for await (const part of parts) {
    if ((await findEndedSessions(kontor, [session], access)).size > 0) throw new ProblemError('unavailable')
    yield part
  }
}

export async function* encode(parts: AsyncGenerator<string>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder()
  for await (const part of parts) yield encoder.encode(part)
}
