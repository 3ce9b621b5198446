import { formatMoney } from '#shared/money.ts'
import type { StatementLinesTable } from '#server/db/schema/statements.ts'
import type { resolveAccountNames } from '#server/finance/matching/account-names.ts'
import { toPostingItem } from '#server/finance/matching/candidates.ts'
import type { BookOf } from '#server/finance/matching/line-query.ts'
import { lineId } from '#server/finance/matching/open-lines-store.ts'
import type { Proposal } from '#server/finance/matching/proposal.ts'
import type { ReportedDocument } from '#server/finance/matching/reported-documents.ts'
import type { LineFinding } from '#server/finance/matching/proposals.ts'
import { toMemo } from '#server/finance/matching/post-match-entries.ts'
import { toStatementLine } from '#server/finance/statements/statement-views.ts'
import { maximumAge } from '#shared/finance/matching/match-lines-list.ts'
import type { LineFollowUp, LineState, MatchLineView, ProposalView } from '#shared/finance/matching/views.ts'
import { addDays } from '#shared/time.ts'

/** Whether the books do not have lines in this state. */
export const isUnmatched = (state: LineState): boolean => state === 'open' || state === 'waiting'

type AccountNames = Awaited<ReturnType<typeof resolveAccountNames>>

/** What is known of a line besides its row. */
interface LineContext {
  state: LineState
  followUp: LineFollowUp
  /** The request that has it, if any. */
  request: string | null | undefined
  finding: LineFinding | undefined
  names: AccountNames
  isOpened: boolean
}

/** A line with what the rules say of it; with all postings of a proposal where it is opened. */
export function toLineView(
  row: StatementLinesTable,
  { today }: BookOf,
  { state, followUp, request = null, finding, names, isOpened }: LineContext,
): MatchLineView {
  return {
    id: lineId(row),
    ...toStatementLine(row),
    state,
    ageDays: isUnmatched(state) ? countWorkingDays(row.day, today) : 0,
    proposal: finding?.proposal ? toProposalView(finding.proposal, names, isOpened) : null,
    followUp,
    request,
    problem: !isUnmatched(state) || finding?.proposal ? null : row.version > 1 ? 'changed' : (finding?.problem ?? null),
  }
}

function toProposalView(proposal: Proposal, names: AccountNames, isOpened: boolean): ProposalView {
  const { rule, fingerprint, postings, paidOut, otherId, entry, report } = proposal
  const all = paidOut.length > 0 ? paidOut : postings
  return {
    rule,
    fingerprint,
    postingCount: all.length,
    postings: isOpened ? all.map(toPostingItem) : [],
    otherLines: isOpened
      ? (proposal.otherLines ?? []).map((line) => ({
          id: line.id,
          day: line.day,
          amountMinor: line.amountMinor,
          text: toMemo(line),
        }))
      : [],
    reported: report ? { order: report.order, document: documentOf(report) } : null,
    entry: entry && {
      kind: entry.kind,
      lines: entry.lines.map(({ role, amountMinor, currency }) => ({
        account: names(role, otherId, currency),
        amountMinor,
        currency: currency ?? null,
      })),
    },
    feeMinor: entry?.lines.find(({ role }) => role === 'provider_fee')?.amountMinor ?? 0,
  }
}

function documentOf(report: ReportedDocument): string {
  if ('payment' in report) return report.payment
  return 'dispute' in report ? report.dispute : report.refund
}

/** Mondays to Fridays after a day up to another; at most one more than `maximumAge`. */
export function countWorkingDays(day: string, today: string): number {
  let count = 0
  for (let each = addDays(day, 1); each <= today && count <= maximumAge; each = addDays(each, 1)) {
    const weekday = new Date(`${each}T00:00:00Z`).getUTCDay()
    if (weekday !== 0 && weekday !== 6) count++
  }
  return count
}

/** What the events of a line call it. */
export const describeLine = (
  line: Pick<StatementLinesTable, 'day' | 'amount_minor'>,
  account: { code: string; currency: string },
): string => `${account.code} · ${line.day} · ${formatMoney(line.amount_minor, account.currency)}`
