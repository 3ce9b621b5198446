import type { Db } from '#server/db/database.ts'
import type { StatementLinesTable } from '#server/db/schema/statements.ts'
import { yieldToEventLoop } from '#server/runtime/event-loop.ts'
import { parseAmount } from '#server/finance/search-entries.ts'
import { findLines, type LineFilter, lineKeys } from '#server/finance/statements/lines-store.ts'
import { createTextMatcher } from '#server/list/text-matcher.ts'
import type { FoundRows, RowKey } from '#server/list/keyset-page.ts'

export type ListedLine = Awaited<ReturnType<typeof findLines>>[number]

/** The key of a line in lists by day. */
export const keyOfDay = ({ day, statement_id, line_number }: StatementLinesTable) =>
  [day, statement_id, line_number] as const

/** Lines that one search of a page examines, and lines that it reads at once. */
const maxSearched = 10_000
const linesPerSlice = 500

/**
 * Up to `limit` lines by day after a key. With a search, those with its amount, or with all of its words in what the file says of them; looks at
 * the next 10,000 lines only, and says where it stopped.
 */
export async function searchLines(
  db: Db,
  { search, currency, ...filter }: LineFilter & { search?: string | undefined; currency: string },
  { direction, after, limit }: { direction: 'asc' | 'desc'; after: RowKey | undefined; limit: number },
): Promise<FoundRows<ListedLine>> {
  if (search === undefined)
    return { rows: await findLines(db, filter, { key: lineKeys.byDay, direction, after, limit }) }
  const isFound = createSearch(search, currency)
  const rows: ListedLine[] = []
  let last = after
  for (let looked = 0; looked < maxSearched; looked += linesPerSlice) {
    const slice = await findLines(db, filter, { key: lineKeys.byDay, direction, after: last, limit: linesPerSlice })
    for (const line of slice) {
      last = keyOfDay(line)
      if (isFound(line.amount_minor, textsOf(line)) && rows.push(line) === limit) return { rows }
    }
    if (slice.length < linesPerSlice) return { rows }
    await yieldToEventLoop()
  }
  return last ? { rows, stoppedAt: last } : { rows }
}

/** Whether an amount is the one that is searched for, or texts have all of its words, whatever their case and accents. */
export function createSearch(
  search: string,
  currency: string,
): (amountMinor: number, texts: readonly string[]) => boolean {
  const wantedMinor = parseAmount(search, currency)
  const hasWords = createTextMatcher(search.split(/\s+/))
  return (amountMinor, texts) =>
    (wantedMinor !== undefined && wantedMinor === Math.abs(amountMinor)) || hasWords(texts.join(' '))
}

/** What the file says of a line. */
export const textsOf = (line: StatementLinesTable): string[] => [
  line.counterparty,
  line.counterparty_account,
  line.description,
  line.reference,
  line.entry_reference,
  line.order_reference,
  line.payout_reference,
  line.related_reference,
  line.status,
]
