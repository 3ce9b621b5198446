import type { Db } from '#server/db/database.ts'
import { yieldToEventLoop } from '#server/runtime/event-loop.ts'
import * as store from '#server/finance/matching/match-store.ts'
import type { OpenLineRow } from '#server/finance/matching/open-lines-store.ts'
import { listAllClearingAccounts } from '#server/finance/matching/payout-store.ts'
import { type Proposal, textOf, toProposal } from '#server/finance/matching/proposal.ts'
import { namesOf, singleItem, isNamed } from '#server/finance/matching/line-names.ts'
import type { ReportedDocument } from '#server/finance/matching/reported-documents.ts'
import { listMatchedDocuments } from '#server/finance/matching/settled-postings-store.ts'
import type { MatchedAccount } from '#server/finance/matching/new-match.ts'
import { findNamedPayments, type NamedPayment } from '#server/orders/money/provider-reports.ts'
import { describeReport } from '#shared/finance/matching/line-texts.ts'
import type { MatchEntry } from '#shared/finance/matching/match-entry.ts'
import { grossOf } from '#shared/finance/matching/match-keys.ts'
import { settlementPostings } from '#shared/finance/posting.ts'
import { isSameProvider } from '#shared/payment-providers.ts'

/** What a provider made in another currency of the payment or refund that a line names. */
export interface FoundSettlement {
  proposal: Proposal
  /** Whether the provider's own id says which payment it is. */
  isSure: boolean
}

/** What lines of the statement of a provider say of payments and refunds in other currencies, by the id of the line. */
export async function findSettlements(
  db: Db,
  account: MatchedAccount,
  lines: readonly OpenLineRow[],
): Promise<Map<string, FoundSettlement>> {
  const found = new Map<string, FoundSettlement>()
  const charged = account.role === 'clearing' ? lines.filter(isOfDocument) : []
  if (charged.length === 0) return found
  const { provider } = await store.findNamedAccount(db, account.id)
  const accounts = await listAllClearingAccounts(db)
  for (const line of charged) {
    // Each takes a few lookups.
    await yieldToEventLoop()
    const names = namesOf(line)
    const payments = (await findNamedPayments(db, names)).filter(
      (payment) => payment.currency === line.charged?.currency && isSameProvider(payment.provider, provider),
    )
    const named = payments.filter((payment) => isNamed(names, payment))
    const document = await findDocument(db, account, line, named.length > 0 ? named : payments)
    if (!document) continue
    const clearing = accounts.find(
      (each) => each.currency === line.charged?.currency && isSameProvider(each.provider, provider),
    )
    const isSure = document.isOnly && document.payment.reference === line.reference && line.reference !== ''
    found.set(line.id, {
      proposal: toSettlementProposal(line, account.currency, document, clearing?.id ?? null),
      isSure,
    })
  }
  return found
}

/** Whether a line says what the customer was charged or paid back in another currency, and nothing else happened to it. */
const isOfDocument = (line: OpenLineRow): boolean =>
  line.charged !== null &&
  !line.isNeutral &&
  grossOf(line) !== 0 &&
  describeReport(textOf(line), grossOf(line)) === undefined

interface FoundDocument {
  payment: NamedPayment
  refund?: NamedPayment['refunds'][number]
  /** Whether nothing else fits as well. */
  isOnly: boolean
}

/** The payment or the refund that was charged or paid back so, and that no statement has; of several equal refunds the oldest. */
async function findDocument(
  db: Db,
  { currency }: MatchedAccount,
  line: OpenLineRow,
  payments: readonly NamedPayment[],
): Promise<FoundDocument | undefined> {
  const chargedMinor = line.charged?.amountMinor
  if (grossOf(line) > 0) {
    const fitting = payments.filter(
      (payment) => payment.settlementCurrency === '' && payment.capturedMinor === chargedMinor,
    )
    const matched = await listMatchedDocuments(db, 'payment', fitting)
    const payment = singleItem(fitting.filter(({ id }) => !matched.has(id)))
    return payment && { payment, isOnly: true }
  }
  const fitting = payments
    .filter((payment) => payment.settlementCurrency === currency)
    .flatMap((payment) => payment.refunds.map((refund) => ({ payment, refund })))
    .filter(
      ({ payment, refund }) =>
        refund.amountMinor === chargedMinor &&
        refund.settlementMinor !== -grossOf(line) &&
        isSameProvider(refund.provider, payment.provider),
    )
  const matched = await listMatchedDocuments(
    db,
    'refund',
    fitting.map(({ refund }) => refund),
  )
  const open = fitting.filter(({ refund }) => !matched.has(refund.id))
  const [first] = open
  return first && { ...first, isOnly: open.length === 1 }
}

/** The settlement with the entry that it posts; `clearingId` is the clearing account in the order's currency. */
function toSettlementProposal(
  line: OpenLineRow,
  settledIn: string,
  found: FoundDocument,
  clearingId: string | null,
): Proposal {
  const { payment, refund } = found
  const { order } = payment
  const amountMinor = Math.abs(grossOf(line))
  const report: ReportedDocument = refund
    ? { kind: 'refund_settlement', order, refund: refund.number, amountMinor }
    : { kind: 'settlement', order, payment: payment.number, currency: settledIn, amountMinor }
  const isPosted = refund !== undefined && refund.settlementMinor > 0
  const chargedMinor = refund ? refund.amountMinor : -payment.capturedMinor
  const settledMinor = refund ? refund.settlementMinor - amountMinor : amountMinor
  const inOther = (role: MatchEntry['lines'][number]['role']) => (role === 'clearing' ? 'other' : role)
  const entry: MatchEntry = {
    kind: refund ? 'refund.settled' : 'payment.settled',
    lines: [
      ...(isPosted ? [] : settlementPostings(chargedMinor)).map(({ role, amountMinor: minor }) => ({
        role: inOther(role),
        amountMinor: minor,
        currency: payment.currency,
      })),
      ...settlementPostings(settledMinor).map(({ role, amountMinor: minor }) => ({
        role: role === 'clearing' ? ('account' as const) : role,
        amountMinor: minor,
      })),
      ...(line.feeMinor === 0
        ? []
        : [
            { role: 'provider_fee' as const, amountMinor: line.feeMinor },
            { role: 'account' as const, amountMinor: -line.feeMinor },
          ]),
    ],
  }
  return toProposal({ rule: 'settlement', postings: [], paidOut: [], otherId: clearingId, entry, report })
}
