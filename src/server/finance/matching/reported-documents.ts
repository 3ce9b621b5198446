import type { Db } from '#server/db/database.ts'
import { isNamed, type LineNames, namesOf, onlyOf } from '#server/finance/matching/line-names.ts'
import * as store from '#server/finance/matching/match-store.ts'
import type { OpenLineRow } from '#server/finance/matching/open-items-store.ts'
import { type Proposal, textOf, toProposal } from '#server/finance/matching/proposal.ts'
import type { MatchedAccount } from '#server/finance/matching/write-matches.ts'
import { findNamedPayments, type NamedPayment, type ProviderReport } from '#server/orders/actions.ts'
import { disputePostings } from '#shared/finance/dispute-posting.ts'
import { describeReport } from '#shared/finance/matching/line-texts.ts'
import { grossOf } from '#shared/finance/matching/match-index.ts'
import { isSameProvider } from '#shared/payment-providers.ts'

/** What a line says that a provider did to a payment, a dispute or a refund, before it has a time. */
export type ReportedDocument = ProviderReport extends infer Report
  ? Report extends ProviderReport
    ? Omit<Report, 'at'>
    : never
  : never

/** What lines of the statement of a provider say of chargebacks and returned refunds which the books do not have, by the id of the line. */
export async function proposeReports(
  db: Db,
  account: MatchedAccount,
  lines: readonly OpenLineRow[],
): Promise<Map<string, Proposal>> {
  const proposals = new Map<string, Proposal>()
  if (account.role !== 'clearing') return proposals
  const { provider } = await store.findNamedAccount(db, account.id)
  for (const line of lines) {
    const kind = describeReport(textOf(line), grossOf(line))
    if (kind === undefined) continue
    const names = namesOf(line)
    const payments = (await findNamedPayments(db, names)).filter(
      (payment) =>
        payment.currency === account.currency &&
        payment.settlementCurrency === '' &&
        (isSameProvider(payment.provider, provider) ||
          payment.refunds.some((refund) => isSameProvider(refund.provider, provider))),
    )
    const report = reports[kind](line, payments, { ...names, provider })
    if (report) proposals.set(line.id, toReportProposal(line, report))
  }
  return proposals
}

/** What the text of a line can say. */
type ReportKind = NonNullable<ReturnType<typeof describeReport>>

type Names = LineNames & { provider: string }

/** What each kind of line reports; nothing if it fits several, or if the amounts differ. */
const reports: Record<
  ReportKind,
  (
    line: OpenLineRow,
    payments: readonly NamedPayment[],
    names: Names,
  ) => Extract<ReportedDocument, { kind: ReportKind }> | undefined
> = {
  chargeback: (line, payments, names) => {
    const amountMinor = -grossOf(line)
    const named = payments.filter((payment) => isNamed(names, payment))
    const payment = onlyOf(named.length > 0 ? named : payments)
    const reference = line.reference === payment?.reference ? '' : line.reference
    const isKnown = payment?.disputes.some((dispute) => dispute.reference !== '' && dispute.reference === reference)
    if (!payment || isKnown || amountMinor > payment.leftMinor || line.feeMinor < 0) return undefined
    const { order, number } = payment
    const reason = line.description.slice(0, 200)
    return { kind: 'chargeback', order, payment: number, amountMinor, feeMinor: line.feeMinor, reference, reason }
  },
  chargeback_won: (line, payments, names) => {
    const found = payments.flatMap((payment) =>
      payment.disputes
        .filter((dispute) => dispute.isOpen && dispute.amountMinor === grossOf(line))
        .filter((dispute) => isNamed(names, dispute) || isNamed(names, payment))
        .filter(({ feeMinor }) => line.feeMinor === 0 || line.feeMinor === -feeMinor)
        .map(({ number }) => ({ order: payment.order, dispute: number })),
    )
    const only = onlyOf(found)
    return only && { kind: 'chargeback_won', ...only, feeReturned: line.feeMinor !== 0 }
  },
  refund_returned: (line, payments, names) => {
    if (line.feeMinor !== 0) return undefined
    const found = payments.flatMap((payment) =>
      payment.refunds
        .filter((refund) => refund.amountMinor === line.amountMinor && isSameProvider(refund.provider, names.provider))
        .filter((refund) => isNamed(names, refund) || isNamed(names, payment))
        .map(({ number }) => ({ order: payment.order, refund: number })),
    )
    const only = onlyOf(found)
    return only && { kind: 'refund_returned', ...only, reason: line.description.slice(0, 200) }
  },
}

/** The report with the entry that it posts. */
function toReportProposal(line: OpenLineRow, report: Extract<ReportedDocument, { kind: ReportKind }>): Proposal {
  const { kind } = report
  const gross = Math.abs(grossOf(line))
  const amounts = { amountMinor: gross, feeMinor: Math.abs(line.feeMinor) }
  const lines =
    kind === 'refund_returned'
      ? [
          { role: 'account' as const, amountMinor: gross },
          { role: 'refund_due' as const, amountMinor: -gross },
        ]
      : disputePostings[kind === 'chargeback' ? 'opened' : 'won'](amounts).map(({ role, amountMinor }) => ({
          role: role === 'clearing' ? ('account' as const) : role,
          amountMinor,
        }))
  const entryKind =
    kind === 'refund_returned' ? 'refund.returned' : kind === 'chargeback' ? 'dispute.opened' : 'dispute.won'
  return toProposal({ rule: kind, postings: [], paidOut: [], otherId: null, entry: { kind: entryKind, lines }, report })
}
