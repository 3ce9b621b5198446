import { requirePermission } from '#server/auth/access.ts'
import type { AuthenticatedContext, CurrentUser } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { findLastEntry } from '#server/finance/ledger-store.ts'
import { listPostingsOfEntries } from '#server/finance/matching/entry-postings-store.ts'
import { toPostedRow } from '#server/finance/matching/posted-row.ts'
import type { ReportedDocument } from '#server/finance/matching/reported-documents.ts'
import { listSettledPostings } from '#server/finance/matching/settled-postings-store.ts'
import { writeMatches } from '#server/finance/matching/write-matches.ts'
import { timeOfLines } from '#server/finance/matching/post-match-entries.ts'
import type { MatchedAccount, NewMatch } from '#server/finance/matching/new-match.ts'
import { recordReport } from '#server/orders/money/provider-reports.ts'
import { differenceEntry } from '#shared/finance/matching/match-entry.ts'
import { documentPermissionOf } from '#shared/finance/matching/rules.ts'
import type { MatchResult } from '#shared/finance/matching/views.ts'
import { add } from '#shared/money.ts'
import { ProblemError, type ProblemName } from '#shared/problem.ts'

/**
 * Records what a line says that happened to a document, and matches the line with the postings of its entry; the match posts the fee that the line names, unless the document has it. The
 * document is what posts the rest: like recording it with the order, it needs no second person, because the money has moved, but the permission for that.
 * Throws `permission-denied`, and
 * `changed-meanwhile` where both are not equal or the document has changed since it was proposed.
 */
export async function writeReported(
  transaction: Transaction,
  context: AuthenticatedContext,
  account: MatchedAccount,
  actor: CurrentUser,
  { entry, ...match }: NewMatch,
  report: ReportedDocument,
): Promise<MatchResult> {
  const permission = documentPermissionOf(match.rule ?? '')
  if (permission) requirePermission(context, permission)
  try {
    await recordReport(transaction, context, actor, { ...report, at: timeOfLines(context, match.lines) })
  } catch (error) {
    if (error instanceof ProblemError && outdated.has(error.problem)) throw new ProblemError('changed-meanwhile')
    throw error
  }
  if (!entry) throw new Error('A report has an entry')
  const { seq } = await findLastEntry(transaction, entry.kind)
  const isSettlement = report.kind === 'settlement' || report.kind === 'refund_settlement'
  const rows = isSettlement
    ? await listSettledPostings(transaction, account.id, seq)
    : (await listPostingsOfEntries(transaction, [seq])).filter(({ account_id }) => account_id === account.id)
  const postings = rows.map(toPostedRow)
  const postedMinor = add(...postings.map(({ amountMinor }) => amountMinor))
  const fee = differenceEntry(match.lines, postedMinor, null)
  if (fee === undefined || (fee && !isSettlement)) throw new ProblemError('changed-meanwhile')
  const [made] = await writeMatches(transaction, context, account, actor.id, [{ ...match, entry: fee, postings }])
  if (!made) throw new ProblemError('changed-meanwhile')
  return { match: made.id, entry: seq, account: account.code }
}

/** What the document answers that was as the line says when the proposal was made. */
const outdated: ReadonlySet<ProblemName> = new Set<ProblemName>([
  'illegal-transition',
  'refund-decided',
  'payment-settled',
  'document-matched',
])
