import { inTransaction } from '#server/auth/access.ts'
import type { AuthenticatedContext, CurrentUser } from '#server/context.ts'
import type { Db, Transaction } from '#server/db/database.ts'
import { lockLedger } from '#server/finance/ledger-store.ts'
import { alone, approved } from '#server/finance/manual/manual-entry.ts'
import { insertRequest } from '#server/finance/manual/request-posting.ts'
import * as requestStore from '#server/finance/manual/request-store.ts'
import { loadRequestView, parseMatching, type RequestedMatching } from '#server/finance/manual/request-views.ts'
import { resolveAccountNames } from '#server/finance/matching/account-names.ts'
import { findUndoable, undoIn } from '#server/finance/matching/end-match.ts'
import { describeLine } from '#server/finance/matching/line-views.ts'
import { confirmProposal, isPostedByPerson, planMatch, writeMatch } from '#server/finance/matching/make-match.ts'
import * as store from '#server/finance/matching/match-store.ts'
import { listReversedPostings } from '#server/finance/matching/entry-postings-store.ts'
import { lineId } from '#server/finance/matching/open-lines-store.ts'
import { toMemo } from '#server/finance/matching/post-match-entries.ts'
import type { MatchedAccount, NewMatch } from '#server/finance/matching/new-match.ts'
import type { EntryRequestView } from '#shared/finance/entry-requests.ts'
import { writeReported } from '#server/finance/matching/write-reported.ts'
import { parseDifference } from '#shared/finance/matching/match-entry.ts'
import type { MatchResult } from '#shared/finance/matching/views.ts'
import { ProblemError } from '#shared/problem.ts'
import type { InputOf } from '#shared/routes/endpoints.ts'

/** Asks someone else to approve the entry that a match posts. One that posts nothing but what the file names is made at once. */
export async function requestMatch(
  context: AuthenticatedContext,
  input: InputOf<'postMatch'>,
): Promise<MatchResult | EntryRequestView> {
  const { kontor } = context
  const confirmed = await confirmProposal(kontor.database.read, input)
  const made = await inTransaction(context, async (transaction, actor) => {
    await lockLedger(transaction)
    const { account, match } = await plan(transaction, context, input, confirmed)
    const [line] = match.lines
    const { lines, proposal, postings, difference } = input
    if (match.report) return writeReported(transaction, context, account, actor, match, match.report)
    if (!isPostedByPerson(match.entry) || !line) return writeMatch(transaction, context, account, actor, match)
    await requireNotRequested(transaction, kontor.now(), match.lines)
    const request = await insertRequest(transaction, context, actor, {
      memo: toMemo(line) || describeLine({ day: line.day, amount_minor: line.amountMinor }, account),
      day: line.day,
      corrects: null,
      reverses: null,
      template_id: null,
      month: null,
      matching: JSON.stringify({
        line: input.line,
        account: account.code,
        ...{ lines, proposal, postings, difference },
      } satisfies RequestedMatching),
      postings: await toPostings(transaction, account, match, kontor.book.currency),
    })
    return { request }
  })
  return 'request' in made ? loadRequestView(context, made.request) : made
}

/** Asks someone else to approve the reversal of what a match posted. */
export async function requestUndo(
  context: AuthenticatedContext,
  { match: id, reason = '' }: InputOf<'undoPostedMatch'>,
): Promise<MatchResult | EntryRequestView> {
  const { kontor } = context
  const done = await inTransaction(context, async (transaction, actor) => {
    await lockLedger(transaction)
    const match = await findUndoable(transaction, id)
    const [line] = await store.listLinesOfMatch(transaction, id)
    if (!match.postsByPerson || match.entry_seq === null || !line)
      return undoIn(transaction, context, alone(transaction, context, actor), actor, { match: id, reason })
    await requireNotRequested(transaction, kontor.now(), [{ id: lineId(line) }])
    const account = await store.findAccount(transaction, match.account_id)
    const request = await insertRequest(transaction, context, actor, {
      memo: reason || describeLine(line, account),
      day: null,
      corrects: null,
      reverses: match.entry_seq,
      template_id: null,
      month: null,
      matching: JSON.stringify({
        line: lineId(line),
        account: account.code,
        undo: id,
      } satisfies RequestedMatching),
      postings: await listReversedPostings(transaction, match.entry_seq),
    })
    return { request }
  })
  return 'request' in done ? loadRequestView(context, done.request) : done
}

/** Confirms the proposal of a request before the transaction that approves it, as it reads much. */
export async function confirmRequested({ kontor }: AuthenticatedContext, id: string): Promise<NewMatch | undefined> {
  const { read } = kontor.database
  const row = await requestStore.findRequest(read, id)
  if (row?.status !== 'requested' || row.matching === null) return undefined
  const matching = parseMatching({ matching: row.matching })
  return 'undo' in matching ? undefined : confirmProposal(read, matching)
}

/** Executes the approved request of a line, and returns the number of the entry. Throws `changed-meanwhile` if its match is no longer possible. */
export async function postRequestedMatch(
  transaction: Transaction,
  context: AuthenticatedContext,
  actor: CurrentUser,
  request: { id: string; memo: string; matching: string },
  confirmed: NewMatch | undefined,
): Promise<number> {
  await lockLedger(transaction)
  const matching = parseMatching(request)
  const authority = approved(request.id)
  const posted =
    'undo' in matching
      ? await undoIn(transaction, context, authority, actor, { match: matching.undo, reason: request.memo })
      : await make(transaction, context, actor, { ...request, matching }, confirmed)
  if (posted.entry === null) throw new ProblemError('changed-meanwhile')
  return posted.entry
}

async function make(
  transaction: Transaction,
  context: AuthenticatedContext,
  actor: CurrentUser,
  { id, memo, matching }: { id: string; memo: string; matching: Exclude<RequestedMatching, { undo: string }> },
  confirmed: NewMatch | undefined,
): Promise<MatchResult> {
  const { account, match } = await plan(transaction, context, matching, confirmed)
  return writeMatch(transaction, context, account, actor, { ...match, memo }, id)
}

const plan = (
  transaction: Transaction,
  context: AuthenticatedContext,
  { difference, ...input }: Pick<InputOf<'postMatch'>, 'line' | 'lines' | 'postings' | 'difference'>,
  confirmed: NewMatch | undefined,
): ReturnType<typeof planMatch> =>
  planMatch(transaction, context, input, confirmed, difference === undefined ? null : parseDifference(difference))

/** The requests that lines wait for, by the ids of the lines. */
export async function loadRequestedLines(db: Db, now: number): Promise<Map<string, string>> {
  const requested = new Map<string, string>()
  for (const row of await requestStore.listRequestedMatchings(db, now)) {
    const matching = parseMatching({ matching: row.matching ?? '' })
    for (const line of [matching.line, ...('undo' in matching ? [] : matching.lines)]) requested.set(line, row.id)
  }
  return requested
}

/** Throws `line-awaits-approval`. */
async function requireNotRequested(db: Db, now: number, lines: readonly { id: string }[]): Promise<void> {
  const requested = await loadRequestedLines(db, now)
  if (lines.some(({ id }) => requested.has(id))) throw new ProblemError('line-awaits-approval')
}

/** What a match posts, by the codes of its accounts. */
async function toPostings(db: Db, { id }: MatchedAccount, { otherId = null, entry }: NewMatch, baseCurrency: string) {
  const account = await store.findNamedAccount(db, id)
  const nameAccount = await resolveAccountNames(db, account, otherId === null ? [] : [otherId], baseCurrency)
  return (entry?.lines ?? []).map(({ role, amountMinor, currency }) => ({
    account: nameAccount(role, otherId, currency).code,
    currency: currency ?? account.currency,
    amountMinor,
  }))
}
