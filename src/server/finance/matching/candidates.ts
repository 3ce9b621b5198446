import type { Db } from '#server/db/database.ts'
import { yieldToEventLoop } from '#server/runtime/event-loop.ts'
import { lineId, toOpenLine } from '#server/finance/matching/open-lines-store.ts'
import { findOpenPostings, type OpenPostingRow, postingId } from '#server/finance/matching/open-postings-store.ts'
import type { LineFinding } from '#server/finance/matching/proposals.ts'
import { createSearch, textsOf } from '#server/finance/matching/search-lines.ts'
import { findLines, lineKeys } from '#server/finance/statements/lines-store.ts'
import { toMemo } from '#server/finance/matching/post-match-entries.ts'
import type { MatchedAccount } from '#server/finance/matching/new-match.ts'
import type { RowKey } from '#server/list/keyset-page.ts'
import { grossOf } from '#shared/finance/matching/match-keys.ts'
import type { OtherLine, PostingItem } from '#shared/finance/matching/views.ts'
import { addDays } from '#shared/time.ts'

/** Maximum number of postings and lines offered, and the number of days around the line from which they are, when listed and when searched. */
const maxCandidates = 12
const candidateDays = 31
const searchedDays = 366
/** Maximum number of rows to examine, and number of rows read at once. */
const maxRows = 3000
const rowsPerSlice = 500

/** What a search for candidates is for, and what is chosen already. */
interface CandidateQuery {
  find?: string | undefined
  /** Whether the search may find postings by the name of their customer. */
  searchesNames: boolean
  chosen: readonly string[]
}

/** Open postings that may be meant: those that are chosen or that the rules name, then those with the nearest amounts. */
export async function findPostingCandidates(
  db: Db,
  account: MatchedAccount,
  { line, similar }: LineFinding,
  { find, searchesNames, chosen }: CandidateQuery,
): Promise<PostingItem[]> {
  const days = find === undefined ? candidateDays : searchedDays
  const isFound = find === undefined ? () => true : createSearch(find, account.currency)
  const around = { accountId: account.id, from: addDays(line.day, -days), to: addDays(line.day, days) }
  const found: OpenPostingRow[] = []
  let after: RowKey | undefined
  for (let looked = 0; looked < maxRows; looked += rowsPerSlice) {
    const { postings, next } = await findOpenPostings(db, around, { after, limit: rowsPerSlice })
    found.push(
      ...postings.filter(
        (posting) =>
          chosen.includes(posting.id) ||
          isFound(posting.amountMinor, [
            posting.day,
            ...(searchesNames || !posting.isOfCustomer ? [posting.counterparty] : []),
            String(posting.entry),
            ...posting.numbers,
            ...posting.references,
          ]),
      ),
    )
    after = next
    if (!after) break
    await yieldToEventLoop()
  }
  const rankOf = ({ id }: OpenPostingRow): number =>
    chosen.includes(id) ? 0 : similar.some((each) => each.id === id) ? 1 : 2
  const distanceOf = ({ amountMinor }: OpenPostingRow): number => Math.abs(amountMinor - grossOf(line))
  return found
    .toSorted((a, b) => rankOf(a) - rankOf(b) || distanceOf(a) - distanceOf(b))
    .slice(0, maxCandidates)
    .map(toPostingItem)
}

/** Lines of the account that may be matched together with one: those that are chosen, of the same counterparty, then the nearest. */
export async function findOtherLines(
  db: Db,
  account: MatchedAccount,
  { line }: LineFinding,
  { find, chosen }: Omit<CandidateQuery, 'searchesNames'>,
): Promise<OtherLine[]> {
  const days = find === undefined ? candidateDays : searchedDays
  const isFound = find === undefined ? () => true : createSearch(find, account.currency)
  const rows = await findLines(
    db,
    {
      accountId: account.id,
      state: 'unmatched',
      from: addDays(line.day, -days),
      to: addDays(line.day, days),
      today: '',
    },
    { key: lineKeys.byDay, direction: 'asc', after: undefined, limit: maxRows },
  )
  const others = rows
    .filter((row) => chosen.includes(lineId(row)) || isFound(row.amount_minor, [row.day, ...textsOf(row)]))
    .map(toOpenLine)
    .filter(({ id }) => id !== line.id)
  const rankOf = (other: (typeof others)[number]): number =>
    chosen.includes(other.id) ? 0 : other.counterparty !== '' && other.counterparty === line.counterparty ? 1 : 2
  const distanceOf = ({ day }: { day: string }): number => Math.abs(Date.parse(day) - Date.parse(line.day))
  return others
    .toSorted((a, b) => rankOf(a) - rankOf(b) || distanceOf(a) - distanceOf(b))
    .slice(0, maxCandidates)
    .map(({ id, day, amountMinor, feeMinor, hasNoDirection, counterparty, description }) => ({
      id,
      day,
      amountMinor,
      feeMinor,
      hasNoDirection,
      text: toMemo({ counterparty, description }),
    }))
}

/** A posting as pages and the API show it. */
export const toPostingItem = (posting: OpenPostingRow): PostingItem => ({
  id: postingId(posting.entry, posting.position),
  entry: posting.entry,
  kind: posting.kind,
  day: posting.day,
  amountMinor: posting.amountMinor,
  numbers: [...posting.numbers],
  references: [...posting.references],
})
