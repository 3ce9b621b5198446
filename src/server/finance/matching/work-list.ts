import type { Kontor } from '#server/context.ts'
import type { Db } from '#server/db/database.ts'
import type { StatementLinesTable } from '#server/db/schema/statements.ts'
import { resolveAccountNames } from '#server/finance/matching/account-names.ts'
import * as matchStore from '#server/finance/matching/match-store.ts'
import {
  findOpenPostings,
  lineId,
  type OpenPostingRow,
  postingId,
  toOpenLine,
} from '#server/finance/matching/open-items-store.ts'
import { findProposal, findProposals, type LineFinding, type Proposal } from '#server/finance/matching/proposals.ts'
import * as store from '#server/finance/matching/reconciliation-store.ts'
import { listReconciliations } from '#server/finance/matching/reconciliation-views.ts'
import { toStatementLine } from '#server/finance/statements/statement-views.ts'
import { readKeysetPage } from '#server/keyset-page.ts'
import { countLimit } from '#shared/constants.ts'
import { grossOf } from '#shared/finance/matching/match-index.ts'
import type {
  MatchLineList,
  MatchLineView,
  MatchView,
  OpenedLine,
  PostingItem,
  ProposalView,
  WorkListView,
} from '#shared/finance/matching/views.ts'
import { matchLinesList, type MatchLinesQuery } from '#shared/finance/matching/match-lines-list.ts'
import { findQueryErrors } from '#shared/list/list.ts'
import { addDays, dayOf } from '#shared/time.ts'

interface BookOf {
  /** The day it is in the book's time zone. */
  today: string
  /** The book's currency, in which codes of the chart have no suffix. */
  baseCurrency: string
}

export const bookToday = ({ book, now }: Pick<Kontor, 'book' | 'now'>): BookOf => ({
  today: dayOf(now(), book.timeZone),
  baseCurrency: book.currency,
})

type Account = Awaited<ReturnType<typeof store.listReconciledAccounts>>[number]

/** A page of the lines of an account: the open ones oldest first, others newest first. Undefined for one without statements. Throws for a malformed cursor. */
export async function readMatchLines(
  db: Db,
  { account: code, from, to, cursor, state = 'open' }: MatchLinesQuery,
  book: BookOf,
): Promise<MatchLineList | undefined> {
  const [account] = await store.listReconciledAccounts(db, code)
  const [reconciliation] = await listReconciliations(db, code)
  if (!account || !reconciliation) return undefined
  const filter = { accountId: account.id, state, from, to }
  const isForward = state === 'open'
  const [page, found] = await Promise.all([
    readKeysetPage<StatementLinesTable>({
      cursor,
      sort: state,
      keyOf: ({ day, statement_id, line_number }) => [day, statement_id, line_number],
      exampleKey: ['2026-01-01', '', 0],
      find: async (reversed, after, limit) => ({
        rows: await store.findLines(db, filter, { direction: reversed === isForward ? 'desc' : 'asc', after, limit }),
      }),
    }),
    store.countLines(db, filter, countLimit + 1),
  ])
  const findings = state === 'open' ? await findProposals(db, account, page.rows.map(toOpenLine)) : []
  const byId = new Map(findings.map((each) => [each.line.id, each]))
  const names = await resolveAccountNames(db, account, findings, book.baseCurrency)
  return {
    account: reconciliation,
    ...page,
    rows: page.rows.map((row) => toLineView(row, state, book, byId.get(lineId(row)), names, false)),
    count: found > countLimit ? { atLeast: countLimit } : { exact: found },
  }
}

/** The work list of `/finance` with the line that is open. */
export async function loadWorkList(
  kontor: Kontor,
  { line, ...query }: MatchLinesQuery & { line?: string | undefined },
): Promise<WorkListView | { missing: string }> {
  const { read } = kontor.database
  const book = bookToday(kontor)
  const queryErrors = findQueryErrors(matchLinesList, query)
  const { cursor, from, to } = query
  const { account: code, state = 'open' } = query
  const lines = await readMatchLines(
    read,
    { account: code, state, ...(queryErrors.length === 0 && { cursor, from, to }) },
    book,
  )
  const [account] = await store.listReconciledAccounts(read, code)
  if (!lines || !account) return { missing: code }
  const opened = line === undefined ? null : ((await loadLine(read, code, line, book)) ?? { missing: line })
  return { ...lines, state, rules: await store.countRules(read, account.id), queryErrors, line: opened }
}

/** A line with everything about it; undefined when the account has none of that id. */
async function loadLine(db: Db, code: string, id: string, book: BookOf): Promise<OpenedLine | undefined> {
  const [account] = await store.listReconciledAccounts(db, code)
  const [statementId = '', lineNumber] = id.split(':')
  const row = account && (await matchStore.findLine(db, statementId, Number(lineNumber)))
  if (!account || row?.account_id !== account.id) return undefined
  const match = row.match_id === null ? null : await loadMatch(db, row.match_id)
  const finding = match ? undefined : await findProposal(db, account, toOpenLine(row))
  const names = await resolveAccountNames(db, account, finding ? [finding] : [], book.baseCurrency)
  const state = match ? (match.method === 'ignored' ? 'ignored' : 'matched') : 'open'
  return {
    ...toLineView(row, state, book, finding, names, true),
    candidates: finding ? await findCandidates(db, account, finding) : [],
    match,
    nextLine: await findNextLine(db, account, row),
  }
}

/** The open line after this one, or the oldest. */
async function findNextLine(db: Db, { id }: Account, row: StatementLinesTable): Promise<string | null> {
  const filter = { accountId: id, state: 'open' as const }
  const [next] = await store.findLines(db, filter, {
    direction: 'asc',
    after: [row.day, row.statement_id, row.line_number],
    limit: 1,
  })
  const [oldest] = next ? [next] : await store.findLines(db, filter, { direction: 'asc', after: undefined, limit: 2 })
  return oldest && lineId(oldest) !== lineId(row) ? lineId(oldest) : null
}

/** So many postings are offered, of so many days around the line. */
const maxCandidates = 12
const candidateDays = 31

/** Open postings that may be meant: those that the rules name, then those with the nearest amounts. */
async function findCandidates(db: Db, account: Account, { line, similar }: LineFinding): Promise<PostingItem[]> {
  const days = {
    accountId: account.id,
    from: addDays(line.day, -candidateDays),
    to: addDays(line.day, candidateDays),
  }
  const { postings } = await findOpenPostings(db, days, { limit: 500 })
  const distance = ({ amountMinor }: OpenPostingRow): number => Math.abs(amountMinor - grossOf(line))
  const named = new Set(similar.map(({ id }) => id))
  return [...similar, ...postings.filter(({ id }) => !named.has(id)).toSorted((a, b) => distance(a) - distance(b))]
    .slice(0, maxCandidates)
    .map(toPostingItem)
}

async function loadMatch(db: Db, id: string): Promise<MatchView | null> {
  const match = await matchStore.findMatch(db, id)
  if (!match) return null
  const postings = await matchStore.listMatchPostings(db, id)
  const items = await matchStore.describePostings(db, postings)
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

const toPostingItem = (posting: OpenPostingRow): PostingItem => ({
  id: postingId(posting.entry, posting.position),
  entry: posting.entry,
  kind: posting.kind,
  day: posting.day,
  amountMinor: posting.amountMinor,
  numbers: [...posting.numbers],
  references: [...posting.references],
})

type AccountNames = Awaited<ReturnType<typeof resolveAccountNames>>

function toLineView(
  row: StatementLinesTable,
  state: MatchLineView['state'],
  { today }: BookOf,
  finding: LineFinding | undefined,
  names: AccountNames,
  isOpened: boolean,
): MatchLineView {
  return {
    id: lineId(row),
    ...toStatementLine(row),
    state,
    ageDays: state === 'open' ? countWorkingDays(row.day, today) : 0,
    proposal: finding?.proposal ? toProposalView(finding.proposal, names, isOpened) : null,
    problem: state !== 'open' || finding?.proposal ? null : row.version > 1 ? 'changed' : (finding?.problem ?? null),
  }
}

function toProposalView(proposal: Proposal, names: AccountNames, isOpened: boolean): ProposalView {
  const { rule, fingerprint, postings, paidOut, entry } = proposal
  const all = paidOut.length > 0 ? paidOut : postings
  return {
    rule,
    fingerprint,
    postingCount: all.length,
    postings: isOpened ? all.map(toPostingItem) : [],
    entry: entry && {
      kind: entry.kind,
      lines: entry.lines.map((each) => ({ account: names(each.role, paidOut[0]), amountMinor: each.amountMinor })),
    },
    feeMinor: entry?.lines.find(({ role }) => role === 'provider_fee')?.amountMinor ?? 0,
  }
}

/** Mondays to Fridays after a day up to another; at most 999. */
function countWorkingDays(day: string, today: string): number {
  let count = 0
  for (let each = addDays(day, 1); each <= today && count < 999; each = addDays(each, 1)) {
    const weekday = new Date(`${each}T00:00:00Z`).getUTCDay()
    if (weekday !== 0 && weekday !== 6) count++
  }
  return count
}
