import type { AuthenticatedContext } from '#server/context.ts'
import { findImports } from '#server/imports/import-store.ts'
import { getMessages } from '#server/messages.ts'
import { formatDayRange } from '#shared/format-day-range.ts'
import { importDialog as en } from '#shared/messages/en/import-dialog.ts'
import { importDialog as zh } from '#shared/messages/zh/import-dialog.ts'
import type { FoundItem } from '#shared/search/views.ts'
import { dayOf } from '#shared/time.ts'

const texts = { en, zh }

/** Maximum number of imports in the global search. */
const maxItems = 4
/** The beginning of a number of an import: two letters and the year. */
const numberPattern = /^IM\d{2,6}(-\d*)?$/

/** The imports whose numbers begin with a text, the newest first. */
export async function findImportItems({ kontor, locale }: AuthenticatedContext, text: string): Promise<FoundItem[]> {
  const wanted = text.toUpperCase()
  if (!numberPattern.test(wanted)) return []
  const { imported, history } = texts[locale]
  const today = dayOf(kontor.now(), kontor.book.timeZone)
  const ofOrders = ({ kind }: { kind: string }): boolean => kind === 'orders'
  return (await findImports(kontor.database.read, wanted, maxItems)).filter(ofOrders).map((row) => {
    const startedOn = dayOf(row.started_at, kontor.book.timeZone)
    return {
      kind: 'import',
      key: row.number,
      title: row.number,
      note: [
        row.file_name,
        row.undone_at === null ? imported(row.created_count) : history.undone,
        formatDayRange(startedOn, startedOn, today, getMessages(locale)),
      ].join(' · '),
      isExact: row.number === wanted,
    }
  })
}
