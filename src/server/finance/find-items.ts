import type { AuthenticatedContext } from '#server/context.ts'
import { findByNumber } from '#server/finance/search-entries-store.ts'
import { findEntries } from '#server/finance/store.ts'
import { getMessages } from '#server/messages.ts'
import type { EntryKind } from '#shared/finance/ledger.ts'
import { dayOf } from '#shared/time.ts'
import { formatDayRange } from '#shared/format-day-range.ts'
import type { FoundItem } from '#shared/search/views.ts'

/** The ledger entry with the number that a text is, with or without a `#`. */
export async function findEntryItems({ kontor, locale }: AuthenticatedContext, text: string): Promise<FoundItem[]> {
  // The last digits of a phone number or of an order.
  if (text.startsWith('0')) return []
  const db = kontor.database.read
  const entries = await findEntries(db, await findByNumber(db, text.replace(/^#/, '')))
  return [...entries.values()].map(({ number, kind, accountingDay, links }) => ({
    kind: 'entry',
    key: String(number),
    title: String(number),
    note: [
      getMessages(locale).finance.kinds[kind as EntryKind] ?? kind,
      formatDayRange(accountingDay, accountingDay, dayOf(kontor.now(), kontor.book.timeZone), getMessages(locale)),
      ...links.map((link) => link.number),
    ]
      .filter(Boolean)
      .join(' · '),
    isExact: true,
  }))
}
