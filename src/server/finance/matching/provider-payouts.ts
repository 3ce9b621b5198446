import type { Db } from '#server/db/database.ts'
import type { OpenLineRow } from '#server/finance/matching/open-lines-store.ts'
import { findPayoutItems } from '#server/finance/matching/payout-items.ts'
import { type Proposal, textOf, toProposal } from '#server/finance/matching/proposal.ts'
import { findInTransit } from '#server/finance/matching/transit-store.ts'
import type { MatchedAccount } from '#server/finance/matching/new-match.ts'
import { describeByText, describePayout, findNamedFee } from '#shared/finance/matching/line-texts.ts'
import { directedAmount, payoutCreatedEntry, payoutFailedEntry } from '#shared/finance/matching/match-entry.ts'
import { grossOf } from '#shared/finance/matching/match-keys.ts'
import { takeFees } from '#shared/finance/matching/payout-with-fees.ts'
import { add } from '#shared/money.ts'
import { addDays } from '#shared/time.ts'

/** A failed payout is returned at most this many days after it was sent. */
const returnDays = 31

/**
 * Proposes for lines in the statement of a provider the payouts that it sent, which are in transit then, and those that came back. Lines are in the order of
 * their days.
 */
export async function proposeProviderPayouts(
  db: Db,
  account: MatchedAccount,
  lines: readonly OpenLineRow[],
): Promise<Map<string, Proposal>> {
  if (account.role !== 'clearing') return new Map()
  return new Map([...(await proposeSent(db, account, lines)), ...(await proposeFailed(db, account, lines))])
}

/** A payout that was sent, without the fee that its line names. */
interface SentPayout {
  line: OpenLineRow
  day: string
  /** Its ID at the provider. */
  reference: string
  /** The amount that left the clearing account with it. */
  amountMinor: number
  /** The part of it that the provider kept. */
  feeMinor: number
}

async function proposeSent(
  db: Db,
  account: MatchedAccount,
  lines: readonly OpenLineRow[],
): Promise<Map<string, Proposal>> {
  const sent = lines
    .map((line) => toSentPayout(line, account.currency))
    .filter(({ line, amountMinor, feeMinor }) => isSent(line) && feeMinor < amountMinor)
  const items = await findPayoutItems(db, account.id, sent)
  let fees = lines.filter(isFee)
  return new Map(
    sent.map((payout) => {
      const { line, amountMinor, feeMinor } = payout
      const found = items.get(payout)
      // What is left of the items is fees, whose lines are taken along if they are open.
      const ofPayout = found && (found.feeMinor === 0 ? [] : takeFees(fees, found.feeMinor, line.day))
      fees = fees.slice(ofPayout?.length ?? 0)
      const feesMinor = add(...(ofPayout ?? []).map((fee) => -fee.amountMinor))
      const proposal = toProposal({
        rule: 'payout_sent',
        otherLines: ofPayout ?? [],
        postings: [],
        paidOut: found && ofPayout ? found.items : [],
        otherId: null,
        entry: payoutCreatedEntry(amountMinor - feeMinor, add(feeMinor, feesMinor)),
      })
      return [line.id, proposal] as const
    }),
  )
}

const isSent = (line: OpenLineRow): boolean =>
  line.isNeutral && directedAmount(line, 0) < 0 && describePayout(textOf(line)) === 'sent'

const toSentPayout = (line: OpenLineRow, currency: string): SentPayout => ({
  line,
  day: line.day,
  reference: line.reference,
  amountMinor: -directedAmount(line, 0),
  feeMinor: line.feeMinor || findNamedFee(textOf(line), currency),
})

const isFee = (line: OpenLineRow): boolean =>
  !line.isNeutral && line.amountMinor < 0 && describeByText(textOf(line), line.amountMinor) === 'bank_fee'

async function proposeFailed(
  db: Db,
  account: MatchedAccount,
  lines: readonly OpenLineRow[],
): Promise<Map<string, Proposal>> {
  const returned = lines.filter((line) => isReturned(line))
  const [first, last] = [returned[0]?.day, returned.at(-1)?.day]
  const proposals = new Map<string, Proposal>()
  if (first === undefined || last === undefined) return proposals
  const days = { from: addDays(first, -returnDays), to: last }
  const open = (await findInTransit(db, account.currency, days)).filter(({ clearingId }) => clearingId === account.id)
  for (const line of returned) {
    const [item, ...others] = open.filter(
      ({ posting, clearingMinor }) =>
        posting.day >= addDays(line.day, -returnDays) &&
        posting.day <= line.day &&
        (posting.amountMinor === grossOf(line) || clearingMinor === grossOf(line)),
    )
    const twins = returned.filter((each) => each.amountMinor === line.amountMinor)
    if (!item || others.length > 0 || twins.length > 1) continue
    const { posting } = item
    const entry = payoutFailedEntry(posting.amountMinor, line.amountMinor)
    proposals.set(
      line.id,
      toProposal({ rule: 'payout_failed', postings: [], paidOut: [posting], otherId: null, entry }),
    )
  }
  return proposals
}

/** A line without direction came back if its text says so. */
const isReturned = (line: OpenLineRow): boolean =>
  line.amountMinor > 0 && ((line.isNeutral && !line.hasNoDirection) || describePayout(textOf(line)) === 'returned')
