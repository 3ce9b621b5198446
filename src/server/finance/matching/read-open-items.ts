import type { Db } from '#server/db/database.ts'
import { yieldToEventLoop } from '#server/runtime/event-loop.ts'
import { findOpenLines, keyOfLine, type OpenDays, type OpenLineRow } from '#server/finance/matching/open-lines-store.ts'
import { findOpenPostings, type OpenPostingRow } from '#server/finance/matching/open-postings-store.ts'
import type { RowKey } from '#server/list/keyset-page.ts'

/** Rows that a page reads at once, and in total. */
const rowsPerSlice = 500
const maxRows = 5000

/** The open lines of some days. */
export async function readLines(db: Db, days: OpenDays): Promise<OpenLineRow[]> {
  const lines: OpenLineRow[] = []
  for (let after: RowKey | undefined; lines.length < maxRows;) {
    const slice = await findOpenLines(db, days, { after, limit: rowsPerSlice })
    lines.push(...slice)
    const last = slice.at(-1)
    if (!last || slice.length < rowsPerSlice) return lines
    after = keyOfLine(last)
    await yieldToEventLoop()
  }
  return lines
}

/** The open postings of some days, by id. */
export async function readPostings(
  db: Db,
  days: OpenDays,
  purpose: 'matched' | 'paid_out',
): Promise<Map<string, OpenPostingRow>> {
  const all = new Map<string, OpenPostingRow>()
  let after: RowKey | undefined
  do {
    const { postings, next } = await findOpenPostings(db, days, { after, limit: rowsPerSlice }, purpose)
    for (const posting of postings) all.set(posting.id, posting)
    after = next
    await yieldToEventLoop()
  } while (after && all.size < maxRows)
  return all
}
