import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

/** The clearing accounts in a currency. */
export const listClearingAccounts = (db: Db, currency: string) =>
  db
    .selectFrom('ledger_accounts')
    .select(['id', 'provider'])
    .where('role', '=', 'clearing')
    .where('currency', '=', currency)
    .orderBy('id')
    .execute()

/** The day of the newest posting of a clearing account that a payout is made of. */
export async function findLastPayoutDay(db: Db, accountId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('match_postings')
    .select('accounting_day')
    .where('account_id', '=', accountId)
    .where('purpose', '=', 'paid_out')
    .where('is_live', '=', sql.lit(1))
    .orderBy('accounting_day', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.accounting_day
}
