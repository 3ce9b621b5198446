import { hasPermission, inTransaction } from '#server/auth/access.ts'
import type { AuthenticatedContext } from '#server/context.ts'
import { yieldToEventLoop } from '#server/runtime/event-loop.ts'
import { lockLedger } from '#server/finance/ledger-store.ts'
import { findOpenLines, keyOfLine, type OpenLineRow } from '#server/finance/matching/open-lines-store.ts'
import type { Proposal } from '#server/finance/matching/proposal.ts'
import { findSettlements } from '#server/finance/matching/settlements.ts'
import { writeReported } from '#server/finance/matching/write-reported.ts'
import type { MatchedAccount } from '#server/finance/matching/new-match.ts'
import type { RowKey } from '#server/list/keyset-page.ts'
import { documentPermissions } from '#shared/finance/matching/rules.ts'
import { ProblemError } from '#shared/problem.ts'

const linesPerSlice = 300

/**
 * Settles the payments and refunds that open lines of a provider name in another currency, where the provider's own id says which they are; the others wait for people. Returns how many: none
 * for a user who may not settle payments. A dry run counts and changes nothing; it does not see refunds of payments that it would settle.
 */
export async function settleLines(
  context: AuthenticatedContext,
  account: MatchedAccount,
  isDryRun: boolean,
): Promise<number> {
  if (account.role !== 'clearing' || !hasPermission(context, documentPermissions.settlement)) return 0
  const { read } = context.kontor.database
  let count = 0
  for (let after: RowKey | undefined; ;) {
    const lines = await findOpenLines(
      read,
      { accountId: account.id },
      { after, limit: linesPerSlice },
      { isCharged: true },
    )
    for (const line of lines) {
      if (line.isLeftToPeople) continue
      // One after the other: what a refund is compared with is known once its payment is settled.
      const found = (await findSettlements(read, account, [line])).get(line.id)
      if (found?.isSure && (isDryRun || (await settleLine(context, account, line, found.proposal)))) count++
      await yieldToEventLoop()
    }
    const last = lines.at(-1)
    if (!last || lines.length < linesPerSlice) return count
    after = keyOfLine(last)
  }
}

/** Whether the line could be settled: someone else may have changed the order in the meantime. */
async function settleLine(
  context: AuthenticatedContext,
  account: MatchedAccount,
  line: OpenLineRow,
  { rule, entry, report }: Proposal,
): Promise<boolean> {
  try {
    await inTransaction(context, async (transaction, actor) => {
      await lockLedger(transaction)
      const match = { method: 'auto' as const, rule, lines: [line], postings: [], entry }
      if (report) await writeReported(transaction, context, account, actor, match, report)
    })
    return true
  } catch (error) {
    if (error instanceof ProblemError) return false
    throw error
  }
}
