import { cutText } from '#shared/cut-text.ts'
import type { Db } from '#server/db/database.ts'
import { isNamed, type LineNames, namesOf, singleItem } from '#server/finance/matching/line-names.ts'
import * as store from '#server/finance/matching/match-store.ts'
import type { OpenLineRow } from '#server/finance/matching/open-lines-store.ts'
import { type Proposal, textOf, toProposal } from '#server/finance/matching/proposal.ts'
import type { MatchedAccount } from '#server/finance/matching/new-match.ts'
import { findNamedPayments, type NamedPayment, type ProviderReport } from '#server/orders/money/provider-reports.ts'
import { type DisputeLine, disputePostings } from '#shared/finance/dispute-posting.ts'
import { describeReport } from '#shared/finance/matching/line-texts.ts'
import type { MatchEntry } from '#shared/finance/matching/match-entry.ts'
import { grossOf } from '#shared/finance/matching/match-keys.ts'
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
        (payment.settlementCurrency || payment.currency) === account.currency &&
        (isSameProvider(payment.provider, provider) ||
          payment.refunds.some((refund) => isSameProvider(refund.provider, provider))),
    )
    const found = reports[kind](line, payments, { ...names, provider })
    if (found) proposals.set(line.id, toReportProposal(line, found))
  }
  return proposals
}

/** What the text of a line can say. */
type ReportKind = NonNullable<ReturnType<typeof describeReport>>

type Names = LineNames & { provider: string }

/** What a line reports of a payment. */
interface FoundReport {
  payment: NamedPayment
  report: Extract<ReportedDocument, { kind: ReportKind }>
  /** The disputed or refunded amount, in the currency of the order. */
  amountMinor: number
}

/** What each kind of line reports; nothing if it fits several, or if the amounts differ. */
const reports: Record<
  ReportKind,
  (line: OpenLineRow, payments: readonly NamedPayment[], names: Names) => FoundReport | undefined
> = {
  chargeback: (line, payments, names) => {
    const named = payments.filter((payment) => isNamed(names, payment))
    const payment = singleItem(named.length > 0 ? named : payments)
    const takenMinor = -grossOf(line)
    const amountMinor = payment && disputedMinor(line, payment, takenMinor)
    const reference = line.reference === payment?.reference ? '' : line.reference
    const isKnown = payment?.disputes.some((dispute) => dispute.reference !== '' && dispute.reference === reference)
    if (!payment || isKnown || amountMinor === undefined || amountMinor > payment.leftMinor || line.feeMinor < 0)
      return undefined
    const { order, number } = payment
    const report = {
      kind: 'chargeback' as const,
      order,
      payment: number,
      amountMinor,
      feeMinor: line.feeMinor,
      settledMinor: payment.settlementCurrency === '' ? 0 : takenMinor,
      reference,
      reason: cutText(line.description, 200),
    }
    return { payment, report, amountMinor }
  },
  chargeback_won: (line, payments, names) => {
    const found = payments.flatMap((payment) =>
      payment.disputes
        .filter((dispute) => dispute.isOpen)
        .filter((dispute) =>
          // One that was opened before its payment was settled in another currency is in that of the order.
          dispute.settledMinor === 0
            ? payment.settlementCurrency === '' && dispute.amountMinor === grossOf(line)
            : isWithinRates(grossOf(line), dispute.settledMinor),
        )
        .filter((dispute) => isNamed(names, dispute) || isNamed(names, payment))
        .filter(({ feeMinor }) => line.feeMinor === 0 || line.feeMinor === -feeMinor)
        .map((dispute) => ({ payment, dispute })),
    )
    const only = singleItem(found)
    if (!only) return undefined
    const { payment, dispute } = only
    const report = {
      kind: 'chargeback_won' as const,
      order: payment.order,
      dispute: dispute.number,
      feeReturned: line.feeMinor !== 0,
      returnedMinor: dispute.settledMinor === 0 ? 0 : grossOf(line),
    }
    return { payment, report, amountMinor: dispute.amountMinor }
  },
  refund_returned: (line, payments, names) => {
    if (line.feeMinor !== 0) return undefined
    const found = payments.flatMap((payment) =>
      payment.refunds
        .filter(
          (refund) =>
            (refund.settlementMinor || refund.amountMinor) === line.amountMinor &&
            (payment.settlementCurrency !== '') === refund.settlementMinor > 0 &&
            isSameProvider(refund.provider, names.provider),
        )
        .filter((refund) => isNamed(names, refund) || isNamed(names, payment))
        .map((refund) => ({ payment, refund })),
    )
    const only = singleItem(found)
    if (!only) return undefined
    const { payment, refund } = only
    const reason = cutText(line.description, 200)
    const report = { kind: 'refund_returned' as const, order: payment.order, refund: refund.number, reason }
    return { payment, report, amountMinor: refund.amountMinor }
  },
}

/**
 * What is disputed of a payment, in the currency of the order. Of one that is settled in another currency, the line says what the customer was charged, or takes about as much as all that is left of it.
 */
function disputedMinor(line: OpenLineRow, payment: NamedPayment, takenMinor: number): number | undefined {
  if (payment.settlementCurrency === '') return takenMinor
  if (line.charged) return line.charged.currency === payment.currency ? line.charged.amountMinor : undefined
  const { leftMinor, settlementMinor, capturedMinor } = payment
  const leftSettledMinor = Number((BigInt(settlementMinor) * BigInt(leftMinor)) / BigInt(capturedMinor))
  return isWithinRates(takenMinor, leftSettledMinor) ? leftMinor : undefined
}

/** Whether an amount may be another one at a later rate: at most a tenth more or less. */
const isWithinRates = (amountMinor: number, otherMinor: number): boolean =>
  Math.abs(amountMinor - otherMinor) * 10 <= otherMinor

/** The report with the entry that it posts. */
function toReportProposal(line: OpenLineRow, { payment, report, amountMinor }: FoundReport): Proposal {
  const { kind } = report
  const gross = Math.abs(grossOf(line))
  const isSettled = payment.settlementCurrency !== ''
  const amounts = { amountMinor, feeMinor: Math.abs(line.feeMinor), settledMinor: isSettled ? gross : 0 }
  const returned: DisputeLine[] = isSettled
    ? [
        { role: 'conversion', amountMinor },
        { role: 'refund_due', amountMinor: -amountMinor },
        { role: 'clearing', amountMinor: gross, isSettled },
        { role: 'conversion', amountMinor: -gross, isSettled },
      ]
    : [
        { role: 'clearing', amountMinor: gross },
        { role: 'refund_due', amountMinor: -gross },
      ]
  const posted: DisputeLine[] =
    kind === 'refund_returned' ? returned : disputePostings[kind === 'chargeback' ? 'opened' : 'won'](amounts)
  const lines = posted.map((each): MatchEntry['lines'][number] => ({
    role: each.role === 'clearing' ? 'account' : each.role,
    amountMinor: each.amountMinor,
    ...(isSettled && !each.isSettled && { currency: payment.currency }),
  }))
  const entryKind =
    kind === 'refund_returned' ? 'refund.returned' : kind === 'chargeback' ? 'dispute.opened' : 'dispute.won'
  return toProposal({ rule: kind, postings: [], paidOut: [], otherId: null, entry: { kind: entryKind, lines }, report })
}
