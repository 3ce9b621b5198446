import type { AuthenticatedContext } from '#server/context.ts'
import { yieldToEventLoop } from '#server/runtime/event-loop.ts'
import {
  listAttachments,
  listStatementFiles,
  listStatementLines,
} from '#server/finance/closing/accounting-package-store.ts'
import { listPeriodChanges } from '#server/finance/closing/period-store.ts'
import { listReportCurrencies } from '#server/finance/closing/report-store.ts'
import { toReportCsv } from '#server/finance/closing/report-export.ts'
import { readReport } from '#server/finance/closing/reports.ts'
import { writeJournal } from '#server/finance/export-journal.ts'
import { toExportRows } from '#server/finance/export-rows.ts'
import { readFileContent } from '#server/finance/statements/file-content.ts'
import { findHead } from '#server/finance/store.ts'
import { walkEntries } from '#server/finance/walk-entries.ts'
import { formatCell } from '#server/xlsx/cells.ts'
import { readAttachment } from '#server/orders/annotations/attachment-content.ts'
import { createZip } from '#server/files/zip.ts'
import { monthDays } from '#shared/finance/closing/periods.ts'
import { journalDialects, journalExtensions } from '#shared/finance/journal.ts'
import { reportNames, reportSpans } from '#shared/finance/closing/reports.ts'
import { toPlainCsvRow } from '#shared/csv.ts'
import { ledger as en } from '#shared/messages/en/ledger.ts'
import { ledger as zh } from '#shared/messages/zh/ledger.ts'
import { formatDecimal } from '#shared/money.ts'

const texts = { en, zh }

interface PackageFile {
  path: string
  parts: AsyncGenerator<string | Uint8Array>
}

/** A file of the package, as its list names it. */
interface ListedFile {
  path: string
  bytes: number
  sha256: string
}

/**
 * A zip file with the journal, the entries with their attachments, the reports, and the lines and files of statements of a month, written a part at a time. Its last file,
 * `manifest.json`, has the size and the SHA-256 of each other one, and where both hash chains were when the month was closed.
 */
export async function* writeAccountingPackage(
  context: AuthenticatedContext,
  month: string,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const zip = createZip()
  const listed: ListedFile[] = []
  const head = await findHead(context.kontor.database.read)
  for await (const { path, parts } of listFiles(context, month, head)) {
    const file = zip.open(path)
    const hasher = new Bun.CryptoHasher('sha256')
    const encoder = new TextEncoder()
    let bytes = 0
    for await (const part of parts) {
      const encoded = typeof part === 'string' ? encoder.encode(part) : part
      hasher.update(encoded)
      bytes += encoded.length
      file.write(encoded)
      yield* zip.take()
      await yieldToEventLoop()
    }
    file.end()
    listed.push({ path, bytes, sha256: hasher.digest('hex') })
  }
  const manifest = zip.open('manifest.json')
  manifest.write(`${JSON.stringify(await describePackage(context, { month, head, files: listed }), null, 2)}\n`)
  manifest.end()
  yield* zip.end()
}

async function* listFiles(
  { kontor, locale }: AuthenticatedContext,
  month: string,
  head: number,
): AsyncGenerator<PackageFile> {
  const { database } = kontor
  const days = monthDays(month)
  const ledger = texts[locale]
  for (const dialect of journalDialects)
    yield {
      path: `journal/${month}.${journalExtensions[dialect]}`,
      parts: writeJournal(database, { dialect, ...days, accountName: ledger.accountName }),
    }
  const entries = () => walkEntries(database, { kind: [], account: [], channel: [], days }, head)
  yield {
    path: `entries/${month}.csv`,
    parts: (async function* () {
      yield toPlainCsvRow(Object.keys(ledger.export.columns))
      for await (const slice of entries())
        yield slice
          .flatMap((entry) => toExportRows(entry, ledger))
          .map((cells) => toPlainCsvRow(cells.map(formatCell)))
          .join('')
    })(),
  }
  yield {
    path: `entries/${month}.jsonl`,
    parts: (async function* () {
      for await (const slice of entries()) yield slice.map((entry) => `${JSON.stringify(entry)}\n`).join('')
    })(),
  }
  for (const currency of await listReportCurrencies(database.read))
    for (const report of reportNames)
      for (const span of reportSpans)
        yield {
          path: `reports/${report}_${month}_${span}_${currency}.csv`,
          parts: (async function* () {
            yield toReportCsv(await readReport(database.read, { month, report, span, currency }), locale)
          })(),
        }
  yield { path: `statements/${month}.csv`, parts: writeStatementLines(kontor.database.read, days) }
  for (const { id, name } of await listStatementFiles(database.read, days))
    yield { path: `statements/files/${id}-${toFileName(name)}`, parts: readFileContent(database.read, id) }
  for (const { id, entry, name } of await listAttachments(database.read, days))
    yield { path: `attachments/${entry}/${id}-${toFileName(name)}`, parts: readAttachment(database.read, id) }
}

/** A name without what a path or a system gives a meaning. */
const toFileName = (name: string): string => name.replaceAll(/[\p{Cc}/\\:*?"<>|]/gu, '_').slice(-80)

const lineColumns = [
  'account',
  'day',
  'time',
  'class',
  'amount',
  'balance',
  'currency',
  'counterparty',
  'description',
  'reference',
  'status',
] as const

async function* writeStatementLines(
  db: AuthenticatedContext['kontor']['database']['read'],
  days: { from: string; to: string },
): AsyncGenerator<string> {
  yield toPlainCsvRow([...lineColumns])
  for await (const lines of listStatementLines(db, days))
    yield lines
      .map((line) =>
        toPlainCsvRow([
          line.code,
          line.day,
          line.clock_time,
          line.class,
          formatDecimal(line.amount_minor, line.currency),
          line.balance_minor === null ? '' : formatDecimal(line.balance_minor, line.currency),
          line.currency,
          line.counterparty,
          line.description,
          line.reference,
          line.status,
        ]),
      )
      .join('')
}

/** The state of the month, and the files of the package. */
async function describePackage(
  { kontor, session }: AuthenticatedContext,
  { month, head, files }: { month: string; head: number; files: ListedFile[] },
) {
  const changes = await listPeriodChanges(kontor.database.read)
  const close = changes.findLast((change) => change.month === month && change.action === 'closed')
  const last = changes.findLast((change) => change.month === month)
  return {
    month,
    timeZone: kontor.book.timeZone,
    currency: kontor.book.currency,
    exportedAt: new Date(kontor.now()).toISOString(),
    exportedBy: session.user.name,
    lastEntry: head,
    closed:
      close && last?.action !== 'reopened'
        ? {
            at: new Date(close.at).toISOString(),
            by: close.actor_name,
            ledger: { seq: close.ledger_seq, hash: close.ledger_hash },
            events: { seq: close.events_seq, hash: close.events_hash },
          }
        : null,
    files,
  }
}
