import { isArrival } from '#server/finance/matching/transfer-store.ts'
import type { Db } from '#server/db/database.ts'
import type { OpenLineRow } from '#server/finance/matching/open-lines-store.ts'
import { listClearingAccounts } from '#server/finance/matching/payout-store.ts'
import { findPayoutItems } from '#server/finance/matching/payout-items.ts'
import { type Proposal, toProposal } from '#server/finance/matching/proposal.ts'
import { findInTransit, type TransitItem } from '#server/finance/matching/transit-store.ts'
import type { MatchedAccount } from '#server/finance/matching/new-match.ts'
import { isWithinFee } from '#shared/finance/matching/find-payout.ts'
import { findPayingProvider } from '#shared/finance/matching/line-texts.ts'
import { payoutArrivedEntry, payoutEntry } from '#shared/finance/matching/match-entry.ts'
import { identifyProvider, type KnownProvider } from '#shared/payment-providers.ts'
import { addDays } from '#shared/time.ts'

/** A line by which a payout may have arrived, and the provider that it names. */
interface Arrival {
  line: OpenLineRow
  provider: KnownProvider | undefined
}

/** Number of recent lines that name a provider to read: the payouts of two providers in more than a month. */
const maxPayoutLines = 100
/** A payout arrives at most this many days after it was sent. It may be posted later if its month was closed. */
const transitDays = 15

/**
 * Proposes for lines of a bank account the payouts in transit that they are, or else what payment providers captured, each item for one of them. Lines
 * are in the order of their days.
 */
export async function proposePayouts(
  db: Db,
  account: MatchedAccount,
  lines: readonly OpenLineRow[],
): Promise<Map<string, Proposal>> {
  const arrivals = account.role === 'clearing' ? [] : lines.filter(isArrival).map(toArrival)
  const proposals = await proposeInTransit(db, account, arrivals)
  const named = arrivals.filter(({ line, provider }) => provider !== undefined && !proposals.has(line.id))
  const accounts = named.length === 0 ? [] : await listClearingAccounts(db, account.currency)
  for (const [provider, ofProvider] of Map.groupBy(named.slice(-maxPayoutLines), (each) => each.provider))
    for (const { id } of accounts.filter((each) => identifyProvider(each.provider) === provider)) {
      const open = ofProvider.map(({ line }) => line).filter((line) => !proposals.has(line.id))
      for (const [line, { items, feeMinor }] of await findPayoutItems(db, id, open)) {
        const entry = payoutEntry(line.amountMinor, feeMinor)
        proposals.set(line.id, toProposal({ rule: 'payout', postings: [], paidOut: items, otherId: id, entry }))
      }
    }
  return proposals
}

const toArrival = (line: OpenLineRow): Arrival => ({
  line,
  provider: findPayingProvider(line.counterparty) ?? findPayingProvider(line.description),
})

/** The payouts in transit that arrived: of the exact amount first, then those of which a little is missing. */
async function proposeInTransit(
  db: Db,
  account: MatchedAccount,
  arrivals: readonly Arrival[],
): Promise<Map<string, Proposal>> {
  const proposals = new Map<string, Proposal>()
  const [first, last] = [arrivals[0]?.line.day, arrivals.at(-1)?.line.day]
  if (first === undefined || last === undefined) return proposals
  const days = { from: addDays(first, -transitDays), to: addDays(last, transitDays) }
  const sent = new Set(await findInTransit(db, account.currency, days))
  const take = ({ line }: Arrival, item: TransitItem): void => {
    const { posting } = item
    sent.delete(item)
    const rule = posting.amountMinor === line.amountMinor ? 'payout_in_transit' : 'payout_short'
    const entry = payoutArrivedEntry(posting.amountMinor, line.amountMinor)
    proposals.set(line.id, toProposal({ rule, postings: [], paidOut: [posting], otherId: null, entry }))
  }
  // Lines that name their provider come first: the others are matched by their amounts alone.
  for (const arrival of arrivals.toSorted(
    (a, b) => Number(a.provider === undefined) - Number(b.provider === undefined),
  )) {
    const equal = [...sent].filter(
      (item) => isOf(arrival, item) && item.posting.amountMinor === arrival.line.amountMinor,
    )
    const [item] = equal
    // Equal payouts of one provider are interchangeable; between providers, a person has to choose.
    if (item && equal.every(({ provider }) => provider === item.provider) && isOnlyLine(arrival, arrivals))
      take(arrival, item)
  }
  for (const arrival of arrivals) {
    if (arrival.provider === undefined || proposals.has(arrival.line.id)) continue
    const { amountMinor } = arrival.line
    const [item, ...others] = [...sent].filter(
      (each) => isOf(arrival, each) && isWithinFee(amountMinor, each.posting.amountMinor),
    )
    if (item && others.length === 0) take(arrival, item)
  }
  return proposals
}

/** Whether a payout may be what arrived: of the provider that the line names, sent within the days before. */
const isOf = ({ line, provider }: Arrival, item: TransitItem): boolean =>
  (provider === undefined || identifyProvider(item.provider) === provider) &&
  item.posting.day >= addDays(line.day, -transitDays) &&
  item.posting.day <= addDays(line.day, transitDays)

/** A line that names no provider must be the only one of its amount. */
const isOnlyLine = ({ line, provider }: Arrival, arrivals: readonly Arrival[]): boolean =>
  provider !== undefined ||
  arrivals.filter((each) => each.provider === undefined && each.line.amountMinor === line.amountMinor).length === 1
