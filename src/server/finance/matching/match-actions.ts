import { inTransaction } from '#server/auth/access.ts'
import type { Action } from '#server/context.ts'
import type { Db } from '#server/db/database.ts'
import { findAccountRow } from '#server/finance/account-store.ts'
import { lockLedger } from '#server/finance/ledger-store.ts'
import { endMatch } from '#server/finance/matching/end-match.ts'
import { findOpenLine, makeMatch, writeMatch } from '#server/finance/matching/make-match.ts'
import { listReconciliations as readReconciliations } from '#server/finance/matching/reconciliation-views.ts'
import { requestMatch, requestUndo } from '#server/finance/matching/requested-matches.ts'
import { bookToday } from '#server/finance/matching/line-query.ts'
import { readMatchLines } from '#server/finance/matching/work-list.ts'
import { runMatching as runRules } from '#server/finance/matching/run-matching.ts'
import type { MatchedAccount } from '#server/finance/matching/new-match.ts'
import { accountRoles } from '#shared/finance/ledger.ts'
import { matchLinesList } from '#shared/finance/matching/match-lines-list.ts'
import { resolveValidDays } from '#server/list/resolve-days.ts'
import { parseDifference } from '#shared/finance/matching/match-entry.ts'
import { matchRuleNames } from '#shared/finance/matching/rules.ts'
import { invalidInput } from '#shared/problem.ts'

/** `GET /api/finance/reconciliations`. */
export const listReconciliations: Action<'listReconciliations'> = async (context) => ({
  accounts: await readReconciliations(context.kontor.database.read, bookToday(context).today),
})

/** `GET /api/finance/match-lines`. */
export const listMatchLines: Action<'listMatchLines'> = async (context, query) => {
  const resolved = resolveValidDays(context, matchLinesList, query)
  const lines = await readMatchLines(context.kontor.database.read, resolved, bookToday(context))
  if (!lines) throw invalidInput({ in: 'query', pointer: '/account', reason: 'ledger-account' })
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

/** `POST /api/finance/posted-matches`: as `matchLine`, and posts what the proposal says, or the difference as what its user chose; with `approval` once someone else approves it. */
export const postMatch: Action<'postMatch'> = (context, input) =>
  input.approval
    ? requestMatch(context, input)
    : makeMatch(context, input, input.difference === undefined ? null : parseDifference(input.difference))

/** `POST /api/finance/ignored-lines`: a line that the books will not have, with a reason. */
export const ignoreLine: Action<'ignoreLine'> = (context, { line: id, reason }) =>
  inTransaction(context, async (transaction, actor) => {
    await lockLedger(transaction)
    const { line, account } = await findOpenLine(transaction, id)
    return writeMatch(transaction, context, account, actor, {
      method: 'ignored',
      rule: null,
      reason,
      lines: [line],
      postings: [],
      entry: null,
    })
  })

/** `POST /api/finance/matches/:match/undo`: its line and postings are open again. What rules posted is reversed. */
export const undoMatch: Action<'undoMatch'> = (context, input) => endMatch(context, input, { canReverse: false })

/** `POST /api/finance/posted-matches/:match/undo`: also reverses what a person posted with the match; with `approval` once someone else approves it. */
export const undoPostedMatch: Action<'undoPostedMatch'> = (context, input) =>
  input.approval ? requestUndo(context, input) : endMatch(context, input, { canReverse: true })

/** A money account. Throws `invalid-input` at `/account`. */
async function findMoneyAccount(db: Db, code: string): Promise<MatchedAccount> {
  const account = await findAccountRow(db, code)
  if (!account || !accountRoles[account.role].isMoneyAccount)
    throw invalidInput({ pointer: '/account', reason: 'ledger-account' })
  return account
}
