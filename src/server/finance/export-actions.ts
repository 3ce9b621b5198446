import { findEndedSessions, inTransaction } from '#server/auth/access.ts'
import type { Action, AuthenticatedContext } from '#server/context.ts'
import { createDownload } from '#server/download.ts'
import { recordEvents } from '#server/events/events.ts'
import { writeJournal } from '#server/finance/export-journal.ts'
import { walkEntries } from '#server/finance/walk-entries.ts'
import { toCsvRow, toPlainCsvRow } from '#shared/csv.ts'
import type { EntryExportFormat } from '#shared/finance/export-formats.ts'
import type { EntryView } from '#shared/finance/views.ts'
import { ledger as en } from '#shared/messages/en/ledger.ts'
import { ledger as zh } from '#shared/messages/zh/ledger.ts'
import { formatDecimal } from '#shared/money.ts'
import { ProblemError } from '#shared/problem.ts'

const texts = { en, zh }
const contentType = 'application/octet-stream'

/** `POST /api/finance/exports`: the entries of a filter, oldest first; in tables a row for each posting, in JSON a line for each entry. */
export const exportEntries: Action<'exportEntries'> = async (context, { format, ...filter }) => {
  await recordExport(context, { format, ...filter })
  const { fileName, header, toLines } = formats[format](texts[context.locale])
  return createDownload(
    write(
      context,
      header,
      (async function* () {
        for await (const entries of walkEntries(context.kontor.database, filter)) yield entries.map(toLines).join('')
      })(),
    ),
    { fileName, contentType },
  )
}

/** `POST /api/finance/journals`: all entries between two days for another program, with what accounts held before them. */
export const exportJournal: Action<'exportJournal'> = async (context, { dialect, ...days }) => {
  await recordExport(context, { format: dialect, ...days })
  const { accountName } = texts[context.locale]
  return createDownload(write(context, '', writeJournal(context.kontor.database, { dialect, ...days, accountName })), {
    fileName: `entries.${dialect === 'beancount' ? 'beancount' : 'journal'}`,
    contentType,
  })
}

interface Format {
  fileName: string
  header: string
  toLines: (entry: EntryView) => string
}

const formats: Record<EntryExportFormat, (ledger: typeof en) => Format> = {
  // Spreadsheets recognize UTF-8 by its mark.
  excel: (ledger) => ({
    fileName: 'entries.csv',
    header: `\ufeff${toCsvRow(Object.values(ledger.export.columns))}`,
    toLines: (entry) =>
      toRows(entry, ledger)
        .map((cells) => toCsvRow(cells.map(keepDigits)))
        .join(''),
  }),
  csv: (ledger) => ({
    fileName: 'entries.csv',
    header: toPlainCsvRow(Object.keys(ledger.export.columns)),
    toLines: (entry) => toRows(entry, ledger).map(toPlainCsvRow).join(''),
  }),
  json: () => ({ fileName: 'entries.jsonl', header: '', toLines: (entry) => `${JSON.stringify(entry)}\n` }),
}

/** A tab keeps a spreadsheet from making a number of a long id, which would lose its last digits. */
const keepDigits = (cell: string): string => (/^\d{12,}$/.test(cell) ? `${cell}\t` : cell)

/** The cells of an entry's postings, in the order of `ledger.export.columns`. */
const toRows = (entry: EntryView, ledger: typeof en): string[][] =>
  entry.postings.map((posting) => {
    const { accountCode, currency, amountMinor } = posting
    const linked = (type: string): string => entry.links.find((link) => link.type === type)?.number ?? ''
    const cells: Record<keyof typeof ledger.export.columns, string> = {
      entry: String(entry.number),
      accountingDay: entry.accountingDay,
      occurredAt: new Date(entry.occurredAt).toISOString(),
      kind: entry.kind,
      description: entry.memo,
      order: linked('order'),
      payment: linked('payment'),
      refund: linked('refund'),
      account: accountCode,
      accountName: ledger.accountName(posting),
      currency,
      debit: amountMinor > 0 ? formatDecimal(amountMinor, currency) : '',
      credit: amountMinor < 0 ? formatDecimal(-amountMinor, currency) : '',
      postedBy: entry.actor ?? '',
      postedAt: new Date(entry.postedAt).toISOString(),
      source: entry.source,
      key: entry.externalId,
      hash: entry.hash,
    }
    return Object.values(cells)
  })

/** Records the export with its filter before anything is sent, so that an export that was cut off is recorded, too. */
async function recordExport(context: AuthenticatedContext, parameters: Record<string, unknown>): Promise<void> {
  const { user } = context.session
  await inTransaction(context, (transaction) =>
    recordEvents(transaction, context, {
      action: 'entries.exported',
      objectType: 'user',
      objectId: user.id,
      objectLabel: user.name,
      parameters: Object.fromEntries(
        Object.entries(parameters).flatMap(([name, value]) =>
          value === undefined || (Array.isArray(value) && value.length === 0) ? [] : [[name, String(value)]],
        ),
      ),
    }),
  )
}

/** Stops with an error, so that the download fails, when the session has ended or its user may do other things than before. */
async function* write(
  { kontor, session, access }: AuthenticatedContext,
  header: string,
  parts: AsyncGenerator<string>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder()
  if (header !== '') yield encoder.encode(header)
  for await (const part of parts) {
    if ((await findEndedSessions(kontor, [session], access)).size > 0) throw new ProblemError('unavailable')
    yield encoder.encode(part)
  }
}
