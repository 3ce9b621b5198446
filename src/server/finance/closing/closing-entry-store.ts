import type { Db, Transaction } from '#server/db/database.ts'
import { sql } from 'kysely'

/** What income and expense accounts hold at the end of a month, debits positive, by code; those with nothing are missing. Read from the totals of months. */
export const sumResultAccounts = (
  transaction: Transaction,
  lastDay: string,
): Promise<{ account_id: string; currency: string; balance: number }[]> =>
  transaction
    .selectFrom('ledger_accounts as account')
    .innerJoin('ledger_month_totals as total', 'total.account_id', 'account.id')
    .select(['account.id as account_id', 'currency', sql<number>`sum(debit_minor - credit_minor)`.as('balance')])
    .where('type', 'in', ['income', 'expense'])
    .where('month', '<=', lastDay)
    .groupBy(['account.id', 'currency', 'code'])
    .having(sql<boolean>`sum(debit_minor - credit_minor) <> 0`)
    .orderBy('code')
    .execute()

/** The entries that closes have posted, and those that took them back, by number, each with its close. */
export async function listClosingEntries(
  db: Db,
  changes: readonly number[],
): Promise<{ seq: number; change: string; reverses: number | null }[]> {
  if (changes.length === 0) return []
  return db
    .selectFrom('ledger_links as link')
    .innerJoin('ledger_entries as entry', 'entry.seq', 'link.entry_seq')
    .select(['entry.seq', 'entry.reverses', 'link.object_id as change'])
    .where('link.type', '=', 'period')
    .where('link.object_id', 'in', changes.map(String))
    .orderBy('entry.seq')
    .execute()
}
