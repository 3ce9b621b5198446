import { findEndedSessions } from '#server/auth/access.ts'
import type { Action, AuthenticatedContext } from '#server/context.ts'
import { createDownload } from '#server/files/download.ts'
import { selectEvents, walkAuditLog } from '#server/events/audit-log.ts'
import { recordExport } from '#server/files/export-file.ts'
import { toCsvRow } from '#shared/csv.ts'
import type { AuditEvent } from '#shared/events/audit-views.ts'
import type { ExportEventsInput } from '#shared/events/inputs.ts'
import { staff as en } from '#shared/messages/en/staff.ts'
import { staff as zh } from '#shared/messages/zh/staff.ts'
import { ProblemError } from '#shared/problem.ts'

/** A kind of file. */
interface Format {
  name: string
  fileName: string
  contentType: string
  header: string
  toLine: (event: AuditEvent) => string
}

const staffTexts = { en, zh }

/** The events of the audit log that a filter shows, newest first, as a CSV file with times in UTC. */
export const exportEventsAsCsv: Action<'exportEventsAsCsv'> = (context, filter) => {
  const columns = staffTexts[context.locale].auditLog.exportColumns
  const names = Object.keys(columns) as (keyof typeof columns)[]
  return exportEvents(context, filter, {
    name: 'CSV',
    fileName: 'audit-log.csv',
    contentType: 'text/csv; charset=utf-8',
    // Spreadsheets recognize UTF-8 by its mark.
    header: `\ufeff${toCsvRow(Object.values(columns))}`,
    toLine: (event) =>
      toCsvRow(names.map((name) => toText(name === 'at' ? new Date(event.at).toISOString() : event[name]))),
  })
}

const toText = (value: AuditEvent[keyof AuditEvent]): string =>
  value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)

/** The same events, a line of JSON for each. */
export const exportEventsAsJson: Action<'exportEventsAsJson'> = (context, filter) =>
  exportEvents(context, filter, {
    name: 'JSON',
    fileName: 'audit-log.jsonl',
    contentType: 'application/x-ndjson; charset=utf-8',
    header: '',
    toLine: (event) => `${JSON.stringify(event)}\n`,
  })

async function exportEvents(
  context: AuthenticatedContext,
  filter: ExportEventsInput,
  format: Format,
): Promise<Response> {
  const selection = await selectEvents(context, filter)
  await recordExport(context, 'events.exported', { format: format.name, ...filter })
  return createDownload(writeEvents(context, selection, format), format)
}

/** Stops with an error, so that the download fails, when the session has ended or its user may do other things than before. */
async function* writeEvents(
  context: AuthenticatedContext,
  selection: Awaited<ReturnType<typeof selectEvents>>,
  { header, toLine }: Format,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const { kontor, session, access } = context
  const encoder = new TextEncoder()
  yield encoder.encode(header)
  for await (const events of walkAuditLog(context, selection)) {
    if ((await findEndedSessions(kontor, [session], access)).size > 0) throw new ProblemError('unavailable')
    yield encoder.encode(events.map(toLine).join(''))
  }
}
