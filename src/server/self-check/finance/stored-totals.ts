import type { Db } from '#server/db/database.ts'
import type { LedgerTotals as StoredTotals } from '#server/db/schema/ledger.ts'
import { type LedgerTotals, totalKey } from '#server/self-check/finance/ledger-totals.ts'
import { dayTotalSlices, monthTotalSlices } from '#server/self-check/finance/stored-totals-store.ts'
import type { Findings } from '#server/self-check/findings.ts'

/** Compares the totals of every day and every month with their postings; none may be missing. */
export async function verifyStoredTotals(db: Db, findings: Findings, ledgerTotals: LedgerTotals): Promise<void> {
  for await (const totals of dayTotalSlices(db))
    for (const { accounting_day, ...stored } of totals)
      compareTotal(findings, ledgerTotals, 'day', accounting_day, stored)
  for await (const totals of monthTotalSlices(db))
    for (const { month, ...stored } of totals) compareTotal(findings, ledgerTotals, 'month', month, stored)
  for (const unit of ['day', 'month'] as const)
    for (const key of ledgerTotals.remainingTotals(unit))
      findings.addViolation(`${unit}-totals`, `ledger_${unit}_totals ${key}: missing`)
}

/** Compares one stored total of a day, or of a month by its first day. */
function compareTotal(
  findings: Findings,
  ledgerTotals: LedgerTotals,
  unit: 'day' | 'month',
  day: string,
  { account_id, kind, ...stored }: StoredTotals,
): void {
  const key = totalKey(account_id, day, kind)
  const expected = ledgerTotals.takeTotal(unit, key)
  const row = `ledger_${unit}_totals ${key}`
  const compare = (column: keyof typeof stored, value: bigint | number): void =>
    findings.expectEqual(`${unit}-totals`, row, column, BigInt(stored[column]), BigInt(value))
  compare('debit_minor', expected.debit)
  compare('credit_minor', expected.credit)
  compare('debit_count', expected.debitCount)
  compare('credit_count', expected.creditCount)
  compare('in_minor', expected.in)
  compare('out_minor', expected.out)
  compare('in_count', expected.inCount)
  compare('out_count', expected.outCount)
  findings.examined(1, `${unit}-totals`)
}
