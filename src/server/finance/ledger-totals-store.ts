import type { Transaction } from '#server/db/database.ts'
import { cachedInsert } from '#server/db/insert.ts'
import type { LedgerDayTotalsTable } from '#server/db/schema/ledger.ts'
import { sumMonths, totalColumns } from '#server/finance/ledger-totals.ts'
import { sql } from 'kysely'

/** Adds to the totals of days and of their months. Each row is another account, day and kind. */
export async function addTotals(transaction: Transaction, totals: readonly LedgerDayTotalsTable[]): Promise<void> {
  await addDayTotals(transaction, totals)
  await addMonthTotals(transaction, sumMonths(totals))
}

const addToStored = (table: 'ledger_day_totals' | 'ledger_month_totals') =>
  Object.fromEntries(
    totalColumns.map((column) => [
      column,
      sql<number>`${sql.ref(`${table}.${column}`)} + ${sql.ref(`excluded.${column}`)}`,
    ]),
  )

// An upsert may touch a row only once.
const addDayTotals = cachedInsert('ledger_day_totals', (insert) =>
  insert.onConflict((conflict) =>
    conflict.columns(['account_id', 'accounting_day', 'kind']).doUpdateSet(addToStored('ledger_day_totals')),
  ),
)

const addMonthTotals = cachedInsert('ledger_month_totals', (insert) =>
  insert.onConflict((conflict) =>
    conflict.columns(['account_id', 'month', 'kind']).doUpdateSet(addToStored('ledger_month_totals')),
  ),
)
