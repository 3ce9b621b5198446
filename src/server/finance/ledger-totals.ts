import type {
  LedgerDayTotalsTable,
  LedgerEntriesTable,
  LedgerEntryFlowsTable,
  LedgerMonthTotalsTable,
  LedgerTotals,
} from '#server/db/schema/ledger.ts'
import { splitSides } from '#shared/finance/ledger.ts'
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

type EntryOfTotals = Pick<LedgerEntriesTable, 'accounting_day' | 'kind' | 'reverses'>

/** Adds a posting to the totals of its day; these are by account, day and kind. */
export function addToDayTotals(
  totals: Map<string, LedgerDayTotalsTable>,
  accountId: string,
  entry: EntryOfTotals,
  amountMinor: number,
): void {
  const total = findDayTotal(totals, accountId, entry)
  const { debit, credit } = splitSides(amountMinor, entry.reverses !== null)
  total.debit_minor = add(total.debit_minor, debit)
  total.credit_minor = add(total.credit_minor, credit)
  if (debit !== 0) total.debit_count++
  if (credit !== 0) total.credit_count++
}

/** Adds what an entry moves in or out of a money account, which counts once however many postings it has there. */
export function addFlowToDayTotals(
  totals: Map<string, LedgerDayTotalsTable>,
  entry: EntryOfTotals,
  { account_id, in_minor, out_minor }: Pick<LedgerEntryFlowsTable, 'account_id' | 'in_minor' | 'out_minor'>,
): void {
  const total = findDayTotal(totals, account_id, entry)
  total.in_minor = add(total.in_minor, in_minor)
  total.out_minor = add(total.out_minor, out_minor)
  if (in_minor !== 0) total.in_count++
  if (out_minor !== 0) total.out_count++
}

const findDayTotal = (
  totals: Map<string, LedgerDayTotalsTable>,
  accountId: string,
  { accounting_day, kind }: EntryOfTotals,
): LedgerDayTotalsTable =>
  totals.getOrInsertComputed(`${accountId} ${accounting_day} ${kind}`, () => ({
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
  }))

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
