import type { Db } from '#server/db/database.ts'
import type { OpenDays, OpenLineRow } from '#server/finance/matching/open-lines-store.ts'
import type { OpenPostingRow } from '#server/finance/matching/open-postings-store.ts'
import { listClearingAccounts } from '#server/finance/matching/payout-store.ts'
import { readPostings } from '#server/finance/matching/read-open-items.ts'
import type { MatchedAccount } from '#server/finance/matching/new-match.ts'
import { MatchIndex } from '#shared/finance/matching/match-index.ts'
import { smallDifferenceMinor } from '#shared/finance/matching/rules.ts'
import { identifyProvider } from '#shared/payment-providers.ts'

/**
 * The payments and refunds by bank transfer that lines of a bank account are, by the id of the line. They are on a clearing account, as all payments are, but no provider
 * pays them out: each arrives by itself. A line is left out where several fit, or where the amount differs.
 */
export async function findDirectPayments(
  db: Db,
  account: MatchedAccount,
  days: OpenDays,
  { wanted, lines }: { wanted: readonly OpenLineRow[]; lines: readonly OpenLineRow[] },
): Promise<Map<string, OpenPostingRow>> {
  const found = new Map<string, OpenPostingRow>()
  if (account.role === 'clearing') return found
  for (const { id: accountId, provider } of await listClearingAccounts(db, account.currency)) {
    if (identifyProvider(provider) !== 'bank_transfer') continue
    const postings = await readPostings(db, { ...days, accountId }, 'paid_out')
    const index = new MatchIndex(smallDifferenceMinor(account.currency))
    for (const line of lines) index.addLine(line)
    for (const posting of postings.values()) if (documentKinds.has(posting.kind)) index.addPosting(posting)
    for (const line of wanted) {
      const finding = index.find(line)
      if (!('rule' in finding) || finding.postings.length !== 1 || line.feeMinor !== 0) continue
      const posting = postings.get(finding.postings[0]?.id ?? '')
      if (posting?.amountMinor === line.amountMinor) found.set(line.id, posting)
    }
  }
  return found
}

/** What customers pay and get back; not what was moved to the bank before. */
const documentKinds: ReadonlySet<string> = new Set(['payment.captured', 'refund.succeeded'])
