import type { Action } from '#server/context.ts'
import { createDownload } from '#server/files/download.ts'
import { describeOptions, encode, recordExport, whileLoggedIn, writeCsv } from '#server/files/export-file.ts'
import { requireKnownAccounts } from '#server/finance/chosen-accounts.ts'
import { type DayBounds, findValidDays } from '#server/finance/entry-days.ts'
import { writeJournal } from '#server/finance/export-journal.ts'
import { createLayout, type ExportLayout } from '#server/finance/export-layouts.ts'
import { writeEntriesWorkbook } from '#server/finance/export-workbook.ts'
import { prepareWalk } from '#server/finance/walk-entries.ts'
import type { Cell } from '#server/xlsx/cells.ts'
import type { EntriesQuery } from '#shared/finance/inputs.ts'
import type { EntryView } from '#shared/finance/views.ts'
import { journalExtensions } from '#shared/finance/journal.ts'
import { ledger as en } from '#shared/messages/en/ledger.ts'
import { ledger as zh } from '#shared/messages/zh/ledger.ts'
import { endOfUnit } from '#shared/time-unit.ts'

const texts = { en, zh }
const contentType = 'application/octet-stream'

/** `POST /api/finance/exports`: the entries of a filter, oldest first; in tables a row for each posting or each entry, in JSON a line for each entry. Throws `invalid-input` at `/q` for a search that finds more than it looks at. */
export const exportEntries: Action<'exportEntries'> = async (context, { format, rows = 'postings', ...query }) => {
  const filter = findValidDays(context, query)
  await requireKnownAccounts(context.kontor.database.read, query)
  const { bounds, days: _days, ...others } = filter
  const chosen = { ...bounds, ...others }
  const walk = await prepareWalk(context, filter)
  await recordExport(context, 'entries.exported', { format, ...(rows === 'entries' && { rows }), ...chosen })
  const name = nameFile({ ...bounds, currency: query.currency })
  const ledger = texts[context.locale]
  const layout = await createLayout(context, rows, ledger)
  if (format === 'xlsx') {
    const filterText = Object.entries(describeOptions(chosen))
      .map((pair) => pair.join(' = '))
      .join(', ')
    return createDownload(whileLoggedIn(context, writeEntriesWorkbook(context, { walk, filterText, ledger, layout })), {
      fileName: `${name}.xlsx`,
      contentType,
    })
  }
  const entries = walk()
  const text = format === 'json' ? toJsonLines(entries) : writeCsv(format, layout.columns, toTable(entries, layout))
  return createDownload(whileLoggedIn(context, encode(text)), {
    fileName: `${name}.${format === 'json' ? 'jsonl' : 'csv'}`,
    contentType,
  })
}

/** `POST /api/finance/journals`: all entries between two days for another program, with what accounts held before them. */
export const exportJournal: Action<'exportJournal'> = async (context, { dialect, ...days }) => {
  await recordExport(context, 'entries.exported', { format: dialect, ...days })
  const { accountName } = texts[context.locale]
  const journal = writeJournal(context.kontor.database, { dialect, ...days, accountName })
  return createDownload(whileLoggedIn(context, encode(journal)), {
    fileName: `${nameFile(days)}.${journalExtensions[dialect]}`,
    contentType,
  })
}

/** `财务明细_2026-07_CNY`, without the days or the currency that the filter does not have. */
function nameFile({ from, to, currency }: DayBounds & Pick<Partial<EntriesQuery>, 'currency'>): string {
  const isMonth = from?.endsWith('-01') === true && to === endOfUnit(from, 'month')
  const days =
    from === undefined && to === undefined ? undefined : isMonth ? from.slice(0, 7) : `${from ?? ''}–${to ?? ''}`
  // Windows has no files with a colon in their names.
  return ['财务明细', days?.replaceAll(':', '.'), currency].filter((part) => part !== undefined).join('_')
}

async function* toTable(entries: AsyncGenerator<EntryView[]>, { toRows }: ExportLayout): AsyncGenerator<Cell[][]> {
  for await (const slice of entries) yield await toRows(slice)
}

async function* toJsonLines(entries: AsyncGenerator<EntryView[]>): AsyncGenerator<string> {
  for await (const slice of entries) yield slice.map((entry) => `${JSON.stringify(entry)}\n`).join('')
}
