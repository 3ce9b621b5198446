import type {
  LedgerDayTotalsTable,
  LedgerEntriesTable,
  LedgerMonthTotalsTable,
  LedgerTotals,
} from '#server/db/schema/ledger.ts'
import { splitSides } from '#shared/finance/ledger.ts'
import type { Flow } from '#shared/finance/views.ts'
import { add } from '#shared/money.ts'
import { startOfUnit } from '#shared/time-unit.ts'

/** The columns of totals that are added up. */
export const totalColumns = [
  'debit_minor',
  'credit_minor',
  'debit_count',
  'credit_count',
  'in_minor',
  'out_minor',
  'in_count',
  'out_count',
] as const satisfies readonly (keyof LedgerTotals)[]

/** Adds a posting to the totals of its day; these are by account, day and kind. */
export function addToDayTotals(
  totals: Map<string, LedgerDayTotalsTable>,
  accountId: string,
  { accounting_day, kind, reverses }: Pick<LedgerEntriesTable, 'accounting_day' | 'kind' | 'reverses'>,
  amountMinor: number,
  moved: Flow,
): void {
  const key = `${accountId} ${accounting_day} ${kind}`
  const total = totals.get(key) ?? {
    account_id: accountId,
    accounting_day,
    kind,
    debit_minor: 0,
    credit_minor: 0,
    debit_count: 0,
    credit_count: 0,
    in_minor: 0,
    out_minor: 0,
    in_count: 0,
    out_count: 0,
  }
  const { debit, credit } = splitSides(amountMinor, reverses !== null)
  total.debit_minor = add(total.debit_minor, debit)
  total.credit_minor = add(total.credit_minor, credit)
  if (debit !== 0) total.debit_count++
  if (credit !== 0) total.credit_count++
  total.in_minor = add(total.in_minor, moved.in)
  total.out_minor = add(total.out_minor, moved.out)
  if (moved.in !== 0) total.in_count++
  if (moved.out !== 0) total.out_count++
  totals.set(key, total)
}

/** The totals of months that those of days are, each another account, month and kind. */
export function sumMonths(days: readonly LedgerDayTotalsTable[]): LedgerMonthTotalsTable[] {
  const months = new Map<string, LedgerMonthTotalsTable>()
  for (const { accounting_day, ...totals } of days) {
    const month = startOfUnit(accounting_day, 'month')
    const key = `${totals.account_id} ${month} ${totals.kind}`
    const sum = months.get(key)
    if (sum) for (const column of totalColumns) sum[column] = add(sum[column], totals[column])
    else months.set(key, { ...totals, month })
  }
  return [...months.values()]
}
