import type { RequestContext } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { resolveAccounts } from '#server/finance/accounts.ts'
import { openCapacity } from '#server/finance/ledger-capacity.ts'
import { type EntryDraft, postEntries } from '#server/finance/ledger.ts'
import { reverseEntry } from '#server/finance/reversals.ts'
import * as store from '#server/finance/closing/closing-entry-store.ts'
import { monthDays } from '#shared/finance/closing/periods.ts'
import { add } from '#shared/money.ts'
import { ProblemError } from '#shared/problem.ts'
import { addDays, startOfDay } from '#shared/time.ts'

const source = 'closing'

/**
 * Moves what income and expense accounts hold at the end of a month to the result of the year: one entry for each currency, the last of the month.
 * `change` is the number of the close in `period_changes`. Throws `account-archived` and `ledger-full`.
 */
export async function postClosingEntries(
  transaction: Transaction,
  context: RequestContext,
  { month, change }: { month: string; change: number },
): Promise<void> {
  const { book } = context.kontor
  const { to } = monthDays(month)
  const balances = Map.groupBy(await store.sumResultAccounts(transaction, to), ({ currency }) => currency)
  const toProfit = (currency: string) => ({ role: 'profit' as const, provider: '', currency })
  const profitIdOf = await resolveAccounts(transaction, book.currency, [...balances.keys()].map(toProfit))
  const capacity = await openCapacity(transaction)
  const drafts = [...balances].map(([currency, accounts]): EntryDraft => {
    const result = add(...accounts.map(({ balance }) => balance))
    const lines = [
      ...accounts.map(({ account_id, balance }) => ({ accountId: account_id, amountMinor: -balance })),
      ...(result === 0 ? [] : [{ accountId: profitIdOf(toProfit(currency)), amountMinor: result }]),
    ]
    if (!capacity.reserve(currency, lines)) throw new ProblemError('ledger-full', { currency })
    return {
      kind: 'period.closed',
      occurredAt: startOfDay(addDays(to, 1), book.timeZone) - 1,
      memo: month,
      source,
      externalId: `${month}:${change}:${currency}`,
      links: [{ type: 'period', object_id: String(change), number: month }],
      lines,
    }
  })
  await postEntries(transaction, context, drafts)
}

/** Takes back the entries of a close, on their day and with their kind, once their month is open again. Throws `account-archived` and `ledger-full`. */
export async function reverseClosingEntries(
  transaction: Transaction,
  context: RequestContext,
  { month, change }: { month: string; change: number },
): Promise<void> {
  for (const { seq } of await store.listClosingEntries(transaction, [change]))
    await reverseEntry(transaction, context, {
      ...{ seq, memo: month, source, externalId: `reversal:${seq}` },
      isUndone: true,
    })
}
