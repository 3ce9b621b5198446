import { type Cursor, decodeCursor, encodeCursor } from '#server/cursor.ts'
import type { Db } from '#server/db/database.ts'
import * as store from '#server/finance/store.ts'
import { countLimit, pageSize } from '#shared/constants.ts'
import type { EntriesQuery } from '#shared/finance/inputs.ts'
import type { EntryList, EntryView } from '#shared/finance/views.ts'
import { invalidInput } from '#shared/problem.ts'

/** One page of entries, newest first, with what all that match add up to; refuses a cursor that is none. */
export async function readEntries(
  db: Db,
  { cursor: text, ...filter }: EntriesQuery,
): Promise<EntryList & { previous: string | null }> {
  const cursor = text === undefined ? undefined : decodeCursor(text, ['2026-09-23', 0, 1])
  if (text !== undefined && !cursor) throw invalidInput({ pointer: '/cursor', reason: 'invalid' })
  const [page, count, totals] = await Promise.all([
    readPage(db, filter, cursor),
    store.countEntries(db, filter, countLimit + 1),
    store.sumTotals(db, filter),
  ])
  return { ...page, totals, count: count > countLimit ? { atLeast: countLimit } : { exact: count } }
}

async function readPage(db: Db, filter: store.EntryFilter, cursor: Cursor | undefined) {
  // One more than shown tells whether there is anything behind.
  const found = await store.findEntryPage(db, filter, cursor, pageSize + 1)
  const hasMore = found.length > pageSize
  if (cursor?.towards === 'newer') {
    // Close to the newest there would be a short page: show the first one instead.
    if (!hasMore) return readPage(db, filter, undefined)
    const rows = found.slice(1)
    return { rows, next: cursorAfter(rows.at(-1), 'older'), previous: cursorAfter(rows[0], 'newer') }
  }
  const rows = found.slice(0, pageSize)
  return {
    rows,
    next: hasMore ? cursorAfter(rows.at(-1), 'older') : null,
    previous: cursor ? cursorAfter(rows[0], 'newer') : null,
  }
}

const cursorAfter = (entry: EntryView | undefined, towards: Cursor['towards']): string | null =>
  entry ? encodeCursor({ towards, key: [entry.accountingDay, entry.occurredAt, entry.number] }) : null
