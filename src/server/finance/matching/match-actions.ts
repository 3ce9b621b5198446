import { inTransaction } from '#server/auth/access.ts'
import type { Action, AuthenticatedContext, CurrentUser } from '#server/context.ts'
import type { Db, Transaction } from '#server/db/database.ts'
import { recordEvents } from '#server/events/events.ts'
import { findAccountRow } from '#server/finance/account-store.ts'
import { requireWithinLimits } from '#server/finance/manual/manual-entry.ts'
import { lockLedger } from '#server/finance/ledger-store.ts'
import * as store from '#server/finance/matching/match-store.ts'
import {
  findOpenPostings,
  type OpenLineRow,
  type OpenPostingRow,
  toOpenLine,
} from '#server/finance/matching/open-items-store.ts'
import { findProposal } from '#server/finance/matching/proposals.ts'
import { listReconciliations as readReconciliations } from '#server/finance/matching/reconciliation-views.ts'
import { bookToday, readMatchLines } from '#server/finance/matching/work-list.ts'
import { runMatching as runRules } from '#server/finance/matching/run-matching.ts'
import {
  type MatchedAccount,
  matchSource,
  type NewMatch,
  writeMatches,
} from '#server/finance/matching/write-matches.ts'
import { reverseEntry } from '#server/finance/reversals.ts'
import { accountRoles } from '#shared/finance/ledger.ts'
import { type Difference, differenceEntry, type MatchEntry } from '#shared/finance/matching/match-entry.ts'
import { matchRuleNames } from '#shared/finance/matching/rules.ts'
import type { MatchResult } from '#shared/finance/matching/views.ts'
import { add, formatMoney } from '#shared/money.ts'
import { invalidInput, ProblemError } from '#shared/problem.ts'
import type { InputOf } from '#shared/routes/endpoints.ts'

/** `GET /api/finance/reconciliations`. */
export const listReconciliations: Action<'listReconciliations'> = async ({ kontor }) => ({
  accounts: await readReconciliations(kontor.database.read),
})

/** `GET /api/finance/match-lines`. */
export const listMatchLines: Action<'listMatchLines'> = async ({ kontor }, query) => {
  const lines = await readMatchLines(kontor.database.read, query, bookToday(kontor))
  if (!lines) throw new ProblemError('not-found')
  return lines
}

/** `POST /api/finance/matching-runs`: matches the open lines of an account by the automatic rules. */
export const runMatching: Action<'runMatching'> = async (context, { account: code, dryRun }) => {
  const account = await findMoneyAccount(context.kontor.database.read, code)
  const isDryRun = dryRun === '1' || dryRun === 'true'
  const counts = await runRules(context, account, { isDryRun })
  return { isDryRun, rules: matchRuleNames.flatMap((rule) => (counts[rule] ? [{ rule, lines: counts[rule] }] : [])) }
}

/** `POST /api/finance/matches`: confirms a proposal, or matches a line with chosen postings; nothing is posted but the fee that the file names. */
export const matchLine: Action<'matchLine'> = (context, input) => makeMatch(context, input, 'nothing')

/** `POST /api/finance/posted-matches`: as `matchLine`, and posts what the proposal says, or the difference as what its user chose. */
export const postMatch: Action<'postMatch'> = (context, { difference, ...input }) =>
  makeMatch(context, input, difference ?? null)

/** `POST /api/finance/ignored-lines`: a line that the books will not have, with a reason. */
export const ignoreLine: Action<'ignoreLine'> = (context, { line: id, reason }) =>
  inTransaction(context, async (transaction, actor) => {
    await lockLedger(transaction)
    const { line, account } = await findOpenLine(transaction, id)
    return write(transaction, context, account, actor, {
      method: 'ignored',
      rule: null,
      reason,
      line,
      postings: [],
      entry: null,
    })
  })

/** `POST /api/finance/matches/:match/undo`: its line and postings are open again. What rules posted is reversed. */
export const undoMatch: Action<'undoMatch'> = (context, input) => undo(context, input, { canReverse: false })

/** `POST /api/finance/posted-matches/:match/undo`: also reverses what a person posted with the match. */
export const undoPostedMatch: Action<'undoPostedMatch'> = (context, input) => undo(context, input, { canReverse: true })

/** `difference` says what may be posted: `nothing`, what the proposal says (null), or the difference of chosen postings. */
async function makeMatch(
  context: AuthenticatedContext,
  { line: id, proposal, postings: chosen }: InputOf<'matchLine'>,
  difference: Difference | 'nothing' | null,
): Promise<MatchResult> {
  // Before the transaction, as it reads much: `writeMatches` checks again that all of it is still open.
  const confirmed =
    proposal === undefined ? undefined : await confirmProposal(context.kontor.database.read, id, proposal)
  return inTransaction(context, async (transaction, actor) => {
    await lockLedger(transaction)
    const { line, account } = await findOpenLine(transaction, id)
    const match =
      confirmed ?? (await chooseMatch(transaction, account, line, chosen, difference === 'nothing' ? null : difference))
    if (match.entry && match.entry.kind !== 'fee.provider') {
      if (difference === 'nothing') throw new ProblemError('match-posts')
      const postings = match.entry.lines.map(({ amountMinor }) => ({ currency: account.currency, amountMinor }))
      await requireWithinLimits(transaction, context, actor, postings)
    }
    return write(transaction, context, account, actor, match)
  })
}

async function confirmProposal(db: Db, id: string, fingerprint: string): Promise<NewMatch> {
  const { line, account } = await findOpenLine(db, id)
  const found = (await findProposal(db, account, line))?.proposal
  if (found?.fingerprint !== fingerprint) throw new ProblemError('changed-meanwhile')
  const { rule, postings, paidOut, entry } = found
  return { method: 'confirmed', rule, line, postings, paidOut, entry }
}

async function chooseMatch(
  transaction: Transaction,
  account: MatchedAccount,
  line: OpenLineRow,
  ids: readonly string[],
  difference: Difference | null,
): Promise<NewMatch> {
  const postings = await findChosen(transaction, account, [...new Set(ids)])
  const postedMinor = add(...postings.map(({ amountMinor }) => amountMinor))
  const entry = differenceEntry(line, postedMinor, difference)
  if (entry === undefined)
    throw new ProblemError('match-differs', {
      line: formatMoney(line.amountMinor, account.currency),
      postings: formatMoney(postedMinor, account.currency),
    })
  if (postings.length === 0 && !entry) throw invalidInput({ pointer: '/postings', reason: 'required' })
  return { method: 'manual', rule: null, line, postings, entry }
}

/** The open postings with these ids. Throws `changed-meanwhile` for one that is not open, or not of the account. */
async function findChosen(
  transaction: Transaction,
  account: MatchedAccount,
  ids: readonly string[],
): Promise<OpenPostingRow[]> {
  const rows = await store.listPostingsOfEntries(
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

async function write(
  transaction: Transaction,
  context: AuthenticatedContext,
  account: MatchedAccount,
  actor: CurrentUser,
  match: NewMatch,
): Promise<MatchResult> {
  const [made] = await writeMatches(transaction, context, account, actor.id, [match])
  if (!made) throw new ProblemError('changed-meanwhile')
  if (made.entry !== null && isPostedByPerson(match.entry))
    await recordEvents(transaction, context, {
      action: 'entry.posted',
      objectType: 'entry',
      objectId: String(made.entry),
      objectLabel: String(made.entry),
      parameters: {},
    })
  return { match: made.id, entry: made.entry, account: account.code }
}

/** The fee that the file names follows from the line: any match of the line posts it. */
const isPostedByPerson = (entry: Pick<MatchEntry, 'kind'> | null): boolean =>
  entry !== null && entry.kind !== 'fee.provider'

async function undo(
  context: AuthenticatedContext,
  { match: id, reason = '' }: InputOf<'undoMatch'>,
  { canReverse }: { canReverse: boolean },
): Promise<MatchResult> {
  return inTransaction(context, async (transaction, actor) => {
    await lockLedger(transaction)
    const match = await store.findMatch(transaction, id)
    if (!match) throw new ProblemError('not-found')
    if (match.undone_at !== null) throw new ProblemError('changed-meanwhile')
    if (!canReverse && match.entry_kind !== null && match.entry_kind !== 'fee.provider')
      throw new ProblemError('match-posts')
    const at = context.kontor.now()
    if (match.entry_seq !== null && match.entry_kind !== 'fee.provider')
      await requireWithinLimits(
        transaction,
        context,
        actor,
        await store.listPostedAmounts(transaction, match.entry_seq),
      )
    const entry =
      match.entry_seq === null
        ? null
        : await reverseEntry(transaction, context, {
            seq: match.entry_seq,
            memo: reason,
            source: matchSource,
            externalId: `undo:${id}`,
          })
    await store.insertUndo(transaction, { match_id: id, reason, undone_at: at, undone_by: actor.id, entry_seq: entry })
    await recordEvents(transaction, context, {
      action: 'match.undone',
      objectType: 'match',
      objectId: id,
      objectLabel: match.code,
      parameters: { account: match.code, ...(reason && { reason }), ...(entry !== null && { entry }) },
      at,
    })
    return { match: id, entry, account: match.code }
  })
}

/** An account of own money. Throws `invalid-input` at `/account`. */
async function findMoneyAccount(db: Db, code: string): Promise<MatchedAccount> {
  const account = await findAccountRow(db, code)
  if (!account || !accountRoles[account.role].isMoneyAccount)
    throw invalidInput({ pointer: '/account', reason: 'ledger-account' })
  return account
}

/** The open line with this id and its account. Throws `not-found`, and `changed-meanwhile` for one that is matched or ignored. */
async function findOpenLine(db: Db, id: string): Promise<{ line: OpenLineRow; account: MatchedAccount }> {
  const [statementId = '', lineNumber] = id.split(':')
  const row = await store.findLine(db, statementId, Number(lineNumber))
  if (!row) throw new ProblemError('not-found')
  if (row.match_id !== null) throw new ProblemError('changed-meanwhile')
  const account = await store.findAccount(db, row.account_id)
  return { line: toOpenLine(row), account }
}
