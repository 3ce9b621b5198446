import type { Db } from '#server/db/database.ts'
import { listAllClearingAccounts } from '#server/finance/matching/payout-store.ts'
import type { OpenLineRow } from '#server/finance/matching/open-lines-store.ts'
import { type Proposal, textOf, toProposal } from '#server/finance/matching/proposal.ts'
import { singleItem } from '#server/finance/matching/line-names.ts'
import { readLines } from '#server/finance/matching/read-open-items.ts'
import type { MatchedAccount } from '#server/finance/matching/new-match.ts'
import { isExchange } from '#shared/finance/matching/line-texts.ts'
import { exchangeEntry } from '#shared/finance/matching/match-entry.ts'
import { isSameProvider } from '#shared/payment-providers.ts'

/**
 * Proposes for lines by which a provider changed money of one currency into another the line of the same exchange in its statement in the other currency: the only one of the day that names
 * the same transaction, on both sides.
 */
export async function proposeExchanges(
  db: Db,
  account: MatchedAccount,
  wanted: readonly OpenLineRow[],
  lines: readonly OpenLineRow[],
): Promise<Map<string, Proposal>> {
  const proposals = new Map<string, Proposal>()
  const exchanged = account.role === 'clearing' ? wanted.filter(isExchanged) : []
  const days = exchanged.map(({ day }) => day).toSorted()
  const [from, to] = [days[0], days.at(-1)]
  if (from === undefined || to === undefined) return proposals
  const accounts = await listAllClearingAccounts(db)
  const provider = accounts.find(({ id }) => id === account.id)?.provider ?? ''
  const others: { account: MatchedAccount; line: OpenLineRow }[] = []
  for (const other of accounts)
    if (other.currency !== account.currency && isSameProvider(other.provider, provider))
      for (const line of await readLines(db, { accountId: other.id, from, to }))
        if (isExchanged(line)) others.push({ account: other, line })
  const own = lines.filter(isExchanged)
  for (const line of exchanged) {
    const partner = singleItem(others.filter((other) => isSameExchange(line, other.line)))
    if (!partner || own.filter((each) => isSameExchange(each, partner.line)).length !== 1) continue
    const { currency, id: otherId } = partner.account
    const entry = exchangeEntry(line.amountMinor, { currency, amountMinor: partner.line.amountMinor })
    proposals.set(line.id, toProposal({ rule: 'exchange', postings: [], paidOut: [], otherId, entry, partner }))
  }
  return proposals
}

const isExchanged = (line: OpenLineRow): boolean =>
  line.isNeutral && line.amountMinor !== 0 && line.feeMinor === 0 && isExchange(textOf(line))

/** Whether two lines are one exchange: on one day, in opposite directions, about one transaction. */
function isSameExchange(line: OpenLineRow, other: OpenLineRow): boolean {
  const names = [line.reference, line.relatedReference].filter((name) => name !== '')
  return (
    line.day === other.day &&
    line.amountMinor > 0 !== other.amountMinor > 0 &&
    names.some((name) => name === other.reference || name === other.relatedReference)
  )
}
