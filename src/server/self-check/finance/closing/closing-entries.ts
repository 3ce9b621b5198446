import type { Db } from '#server/db/database.ts'
import { listClosingEntries } from '#server/self-check/finance/closing/closing-entries-store.ts'
import type { PeriodChange } from '#server/self-check/finance/closing/periods-store.ts'
import type { Findings } from '#server/self-check/findings.ts'
import { monthDays } from '#shared/finance/closing/periods.ts'

/** Each closing entry is posted by a close, on the last day of its month, to accounts of the result alone, and taken back if the month was reopened. */
export async function verifyClosingEntries(
  db: Db,
  findings: Findings,
  changes: readonly PeriodChange[],
): Promise<void> {
  for (const entry of await listClosingEntries(db)) {
    const row = `ledger_entries ${entry.seq}`
    const compare = (column: string, actual: unknown, expected: unknown): void =>
      findings.expectEqual('closing-entries', row, column, actual, expected)
    const change = changes.find(({ seq }) => String(seq) === entry.change_seq)
    if (change?.action !== 'closed' || change.ledger_seq < entry.seq) {
      findings.addViolation('closing-entries', `${row}: belongs to no close`)
      continue
    }
    compare('month', entry.month, change.month)
    compare('accounting_day', entry.accounting_day, monthDays(change.month).to)
    compare('is reversed', entry.reversed_by !== null, wasReopened(changes, change))
    if (entry.other_account !== null)
      findings.addViolation('closing-entries', `${row}: posts to ledger_accounts ${entry.other_account}`)
  }
}

/** Whether the month of a close was reopened after it. */
const wasReopened = (changes: readonly PeriodChange[], { seq, month }: PeriodChange): boolean =>
  changes.some((change) => change.seq > seq && change.month === month && change.action === 'reopened')
