import type { Db } from '#server/db/database.ts'
import { orNone, selectTotals } from '#server/finance/totals-store.ts'
import type { OpenDays } from '#shared/finance/whole-months.ts'

/** Accounts whose balance is money still to come: from payment providers, and from customers. By code. */
export const listAgedAccounts = (db: Db, currency: string) =>
  db
    .selectFrom('ledger_accounts')
    .select(['id', 'balance_minor', 'code', 'role', 'provider', 'name', 'name_zh as nameZh'])
    .where('role', 'in', ['clearing', 'receivable'])
    .where('currency', '=', currency)
    .where('posting_count', '>', 0)
    .orderBy('code')
    .execute()

export interface Sides {
  debit: number
  credit: number
}

/** Debits and credits of accounts in some days, by account id; an account without any is missing. */
export async function sumSides(db: Db, accountIds: readonly string[], days: OpenDays): Promise<Map<string, Sides>> {
  const rows = await db
    .selectFrom(selectTotals(db, orNone(accountIds), days))
    .select(({ fn }) => [
      'account_id',
      fn.sum<number>('debit_minor').as('debit'),
      fn.sum<number>('credit_minor').as('credit'),
    ])
    .groupBy('account_id')
    .execute()
  return new Map(rows.map(({ account_id, ...sides }) => [account_id, sides]))
}
