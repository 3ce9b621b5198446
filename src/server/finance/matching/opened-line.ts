import type { Db } from '#server/db/database.ts'
import type { StatementLinesTable } from '#server/db/schema/statements.ts'
import { findAskable } from '#server/finance/matching/check-refund-status.ts'
import { listOtherIds, resolveAccountNames } from '#server/finance/matching/account-names.ts'
import { findOtherLines, findPostingCandidates } from '#server/finance/matching/candidates.ts'
import { loadFollowUps, loadLineHistory } from '#server/finance/matching/follow-ups.ts'
import { type BookOf, toLineFilter } from '#server/finance/matching/line-query.ts'
import { toLineView } from '#server/finance/matching/line-views.ts'
import { loadRequestedLines } from '#server/finance/matching/requested-matches.ts'
import * as store from '#server/finance/matching/match-store.ts'
import { describePostings } from '#server/finance/matching/entry-postings-store.ts'
import { lineId, toOpenLine } from '#server/finance/matching/open-lines-store.ts'
import { listPostableAccounts } from '#server/finance/matching/postable-accounts.ts'
import { findProposal } from '#server/finance/matching/proposals.ts'
import { listReconciledAccounts } from '#server/finance/matching/reconciliation-store.ts'
import { keyOfDay, searchLines } from '#server/finance/matching/search-lines.ts'
import type { RowKey } from '#server/list/keyset-page.ts'
import type { FinanceQuery } from '#shared/finance/inputs.ts'
import type { MatchLinesQuery } from '#shared/finance/matching/match-lines-list.ts'
import { lineEntries, lineEntryNames } from '#shared/finance/matching/rules.ts'
import type { LineFollowUp, LineState, MatchView, OpenedLine } from '#shared/finance/matching/views.ts'

/** The selection for the open line, and the search for its candidates. */
export type LineChoice = Pick<FinanceQuery, 'find' | 'lines' | 'postings'>

/** The same; `searchesNames`: whether the user may find postings by the name of their customer. */
type PermittedChoice = LineChoice & { searchesNames: boolean }

/** What an entry of a match may book, the account of the match first. */
const entryRoles = [
  'account',
  'provider_fee',
  'rounding',
  ...lineEntryNames.map((name) => lineEntries[name].role),
] as const

/** A line with everything about it; undefined when the account has none of that id. */
export async function loadLine(
  db: Db,
  query: MatchLinesQuery & PermittedChoice,
  id: string,
  book: BookOf,
): Promise<OpenedLine | undefined> {
  const [account] = await listReconciledAccounts(db, query.account)
  const [statementId = '', lineNumber] = id.split(':')
  const row = account && (await store.findLine(db, statementId, Number(lineNumber)))
  if (!account || row?.account_id !== account.id) return undefined
  const match = row.match_id === null ? null : await loadMatch(db, row.match_id)
  const finding = match ? undefined : await findProposal(db, account, toOpenLine(row))
  const names = await resolveAccountNames(db, account, listOtherIds(finding ? [finding] : []), book.baseCurrency)
  const followUp = (await loadFollowUps(db, [row]))(row)
  const requested = await loadRequestedLines(db, book.now)
  const state = stateOf(match, followUp, book)
  return {
    ...toLineView(row, book, { state, followUp, request: requested.get(id), finding, names, isOpened: true }),
    hasNoDirection: toOpenLine(row).hasNoDirection,
    candidates: finding ? await findPostingCandidates(db, account, finding, { ...query, chosen: query.postings }) : [],
    otherLines: finding ? await findOtherLines(db, account, finding, { find: query.find, chosen: query.lines }) : [],
    entryAccounts: entryRoles.map((role) => names(role, null)),
    postableAccounts: finding ? await listPostableAccounts(db, account, book.baseCurrency) : [],
    match,
    processingRefunds: (await findAskable(db, book, row)).map(({ number, order, provider, amountMinor, currency }) => ({
      ...{ number, order, provider, amountMinor, currency },
    })),
    history: await loadLineHistory(db, row),
    nextLines: await findNextLines(db, await toLineFilter(db, account, { ...query, state: 'open' }, book), row),
  }
}

const stateOf = (match: MatchView | null, { waitUntil }: LineFollowUp, { today }: BookOf): LineState => {
  if (match) return match.method === 'ignored' ? 'ignored' : 'matched'
  return waitUntil !== null && waitUntil > today ? 'waiting' : 'open'
}

/** The open lines of the list after this one, then the first ones. */
async function findNextLines(
  db: Db,
  filter: Awaited<ReturnType<typeof toLineFilter>>,
  row: StatementLinesTable,
): Promise<string[]> {
  const find = async (after: RowKey | undefined) =>
    (await searchLines(db, filter, { direction: 'asc', after, limit: maxNextLines })).rows.map(lineId)
  const next = await find(keyOfDay(row))
  const first = next.length < maxNextLines ? await find(undefined) : []
  return [...new Set([...next, ...first])].filter((id) => id !== lineId(row)).slice(0, maxNextLines)
}

/** More than the lines that are matched together with one. */
const maxNextLines = 20

async function loadMatch(db: Db, id: string): Promise<MatchView | null> {
  const match = await store.findMatch(db, id)
  if (!match) return null
  const postings = await store.listMatchPostings(db, id)
  const items = await describePostings(db, postings)
  return {
    id,
    method: match.method,
    rule: match.rule,
    reason: match.reason,
    matchedAt: match.matched_at,
    matchedBy: match.matched_by_name,
    entry: match.entry_seq,
    isPosted: match.entry_kind !== null && match.entry_kind !== 'fee.provider',
    postings: items.filter((_, index) => postings[index]?.purpose === 'matched'),
    paidOut: items.filter((_, index) => postings[index]?.purpose === 'paid_out'),
  }
}
