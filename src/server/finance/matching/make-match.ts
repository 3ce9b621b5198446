import { inTransaction } from '#server/auth/access.ts'
import type { AuthenticatedContext, CurrentUser, RequestContext } from '#server/context.ts'
import type { Db, Transaction } from '#server/db/database.ts'
import { recordEvents } from '#server/events/events.ts'
import { lockLedger } from '#server/finance/ledger-store.ts'
import { requireWithinLimits } from '#server/finance/manual/manual-postings.ts'
import * as store from '#server/finance/matching/match-store.ts'
import { listPostingsOfEntries } from '#server/finance/matching/entry-postings-store.ts'
import { toPostedRow } from '#server/finance/matching/posted-row.ts'
import { type OpenLineRow, toOpenLine } from '#server/finance/matching/open-lines-store.ts'
import { findOpenPostings, type OpenPostingRow } from '#server/finance/matching/open-postings-store.ts'
import { findProposal } from '#server/finance/matching/proposals.ts'
import { resolvePostable } from '#server/finance/matching/postable-accounts.ts'
import { writeReported } from '#server/finance/matching/write-reported.ts'
import { writeMatches } from '#server/finance/matching/write-matches.ts'
import type { MatchedAccount, NewMatch } from '#server/finance/matching/new-match.ts'
import {
  type Difference,
  differenceEntry,
  directedAmount,
  type MatchEntry,
} from '#shared/finance/matching/match-entry.ts'
import type { MatchResult } from '#shared/finance/matching/views.ts'
import { add, formatMoney } from '#shared/money.ts'
import { invalidInput, ProblemError } from '#shared/problem.ts'
import type { InputOf } from '#shared/routes/endpoints.ts'

/** Matches a line, alone or with others. `difference` says what may be posted: `nothing`, what the proposal says (null), or the difference of chosen postings. */
export async function makeMatch(
  context: AuthenticatedContext,
  input: InputOf<'matchLine'>,
  difference: Difference | 'nothing' | null,
): Promise<MatchResult> {
  const confirmed = await confirmProposal(context.kontor.database.read, input)
  return inTransaction(context, async (transaction, actor) => {
    await lockLedger(transaction)
    const chosen = difference === 'nothing' ? null : difference
    const { account, match } = await planMatch(transaction, context, input, confirmed, chosen)
    if (match.entry && isPostedByPerson(match.entry)) {
      if (difference === 'nothing') throw new ProblemError('match-posts')
      if (match.report) return writeReported(transaction, context, account, actor, match, match.report)
      const postings = match.entry.lines.map(({ amountMinor, currency = account.currency }) => ({
        currency,
        amountMinor,
      }))
      await requireWithinLimits(transaction, context, actor, postings)
    }
    return writeMatch(transaction, context, account, actor, match)
  })
}

/**
 * The match that a proposal is, undefined for what a person chose. Runs before the transaction, as it reads much: `writeMatches` checks again that all of it is
 * still open. Throws `changed-meanwhile` for a proposal that its user did not see.
 */
export async function confirmProposal(
  db: Db,
  { line: id, proposal: fingerprint }: Pick<InputOf<'matchLine'>, 'line' | 'proposal'>,
): Promise<NewMatch | undefined> {
  if (fingerprint === undefined) return undefined
  const { line, account } = await findOpenLine(db, id)
  const found = (await findProposal(db, account, line))?.proposal
  if (found?.fingerprint !== fingerprint) throw new ProblemError('changed-meanwhile')
  const { rule, otherLines = [], postings, paidOut, otherId, entry, report, partner } = found
  const lines = [line, ...otherLines]
  return {
    method: 'confirmed',
    rule,
    lines,
    postings,
    paidOut,
    otherId,
    entry,
    ...(report && { report }),
    ...(partner && { partner }),
  }
}

/** The match of a line that is still open: the confirmed proposal, or what was chosen. */
export async function planMatch(
  transaction: Transaction,
  context: RequestContext,
  { line: id, lines: others, postings: chosen }: Pick<InputOf<'matchLine'>, 'line' | 'lines' | 'postings'>,
  confirmed: NewMatch | undefined,
  difference: Difference | null,
): Promise<{ account: MatchedAccount; match: NewMatch }> {
  const { line, account } = await findOpenLine(transaction, id)
  if (confirmed) return { account, match: confirmed }
  const lines = [line, ...(await findOtherLines(transaction, account, line, others))]
  return { account, match: await chooseMatch(transaction, context, account, lines, chosen, difference) }
}

/** The other lines that are matched together with one. Throws `changed-meanwhile` for one that is not open, or not of the account. */
async function findOtherLines(
  transaction: Transaction,
  account: MatchedAccount,
  line: OpenLineRow,
  ids: readonly string[],
): Promise<OpenLineRow[]> {
  const others: OpenLineRow[] = []
  for (const id of new Set(ids))
    if (id !== line.id) {
      const other = await findOpenLine(transaction, id)
      if (other.account.id !== account.id) throw new ProblemError('changed-meanwhile')
      others.push(other.line)
    }
  return others
}

async function chooseMatch(
  transaction: Transaction,
  context: RequestContext,
  account: MatchedAccount,
  lines: readonly OpenLineRow[],
  ids: readonly string[],
  difference: Difference | null,
): Promise<NewMatch> {
  const other =
    typeof difference === 'object' && difference !== null
      ? await resolvePostable(transaction, context, account, difference.account)
      : null
  const postings = await findChosen(transaction, account, [...new Set(ids)])
  const postedMinor = add(...postings.map(({ amountMinor }) => amountMinor))
  const entry = differenceEntry(lines, postedMinor, difference)
  if (entry === undefined) {
    const linesMinor = add(...lines.map((line) => directedAmount(line, postedMinor)))
    throw new ProblemError('match-differs', {
      lines: formatMoney(linesMinor, account.currency),
      postings: formatMoney(postedMinor, account.currency),
      difference: formatMoney(add(linesMinor, -postedMinor), account.currency),
    })
  }
  if (postings.length === 0 && lines.length === 1 && !entry)
    throw invalidInput({ pointer: '/postings', reason: 'required' })
  const isPayout = account.role === 'clearing' && other?.role === 'transit' && entry !== null && isOutgoing(entry)
  return {
    method: 'manual',
    rule: null,
    lines,
    postings,
    otherId: other?.id ?? null,
    entry: isPayout ? { ...entry, kind: 'payout.created' } : entry,
  }
}

/** Whether an entry takes money out of the account of its match. */
const isOutgoing = ({ lines }: MatchEntry): boolean =>
  lines.some(({ role, amountMinor }) => role === 'account' && amountMinor < 0)

/** The open postings with these ids. Throws `changed-meanwhile` for one that is not open, or not of the account. */
async function findChosen(
  transaction: Transaction,
  account: MatchedAccount,
  ids: readonly string[],
): Promise<OpenPostingRow[]> {
  const rows = await listPostingsOfEntries(
    transaction,
    ids.map((id) => Number(id.split('.')[0])),
  )
  const days = new Set(rows.filter(({ account_id }) => account_id === account.id).map((row) => row.accounting_day))
  const found: OpenPostingRow[] = []
  for (const day of days) {
    const { postings } = await findOpenPostings(
      transaction,
      { accountId: account.id, from: day, to: day },
      { limit: maxPostingsOfDay },
    )
    found.push(...postings.filter(({ id }) => ids.includes(id)))
  }
  if (found.length !== ids.length) throw new ProblemError('changed-meanwhile')
  return found
}

const maxPostingsOfDay = 10_000

/** Writes one match. Amounts that a person posts with it count against their limits, unless someone else approved it: then `request` is what they approved. */
export async function writeMatch(
  transaction: Transaction,
  context: RequestContext,
  account: MatchedAccount,
  actor: CurrentUser,
  match: NewMatch,
  request?: string,
): Promise<MatchResult> {
  const [made] = await writeMatches(transaction, context, account, actor.id, [match])
  if (!made) throw new ProblemError('changed-meanwhile')
  if (match.partner && made.entry !== null)
    await matchPartner(transaction, context, actor, match, match.partner, made.entry)
  if (made.entry !== null && isPostedByPerson(match.entry))
    await recordEvents(transaction, context, {
      action: request === undefined ? 'entry.posted' : 'entry.approved',
      objectType: 'entry',
      objectId: String(made.entry),
      objectLabel: String(made.entry),
      parameters: request === undefined ? {} : { request },
    })
  return { match: made.id, entry: made.entry, account: account.code }
}

/** Matches the line of another account with what the entry of a match posts there. */
async function matchPartner(
  transaction: Transaction,
  context: RequestContext,
  actor: CurrentUser,
  { method, rule }: NewMatch,
  { account, line }: NonNullable<NewMatch['partner']>,
  entry: number,
): Promise<void> {
  const postings = (await listPostingsOfEntries(transaction, [entry]))
    .filter(({ account_id }) => account_id === account.id)
    .map(toPostedRow)
  const [made] = await writeMatches(transaction, context, account, actor.id, [
    { method, rule, lines: [line], postings, entry: null },
  ])
  if (!made) throw new ProblemError('changed-meanwhile')
}

/** Whether the entry of a match is posted by a person: the fee that the file names is not, because every match of the line posts it. */
export const isPostedByPerson = (entry: Pick<MatchEntry, 'kind'> | null): boolean =>
  entry !== null && entry.kind !== 'fee.provider'

/** The open line with this id and its account. Throws `not-found`, and `changed-meanwhile` for one that is matched or ignored. */
export async function findOpenLine(db: Db, id: string): Promise<{ line: OpenLineRow; account: MatchedAccount }> {
  const [statementId = '', lineNumber] = id.split(':')
  const row = await store.findLine(db, statementId, Number(lineNumber))
  if (!row) throw new ProblemError('not-found')
  if (row.match_id !== null) throw new ProblemError('changed-meanwhile')
  const account = await store.findAccount(db, row.account_id)
  return { line: toOpenLine(row), account }
}
