import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { queryByIds } from '#server/db/query-by-ids.ts'

/** The clearing accounts in a currency. */
export const listClearingAccounts = (db: Db, currency: string) =>
  db
    .selectFrom('ledger_accounts')
    .select(['id', 'provider'])
    .where('role', '=', 'clearing')
    .where('currency', '=', currency)
    .orderBy('id')
    .execute()

/** The clearing accounts in all currencies. */
export const listAllClearingAccounts = (db: Db) =>
  db
    .selectFrom('ledger_accounts')
    .select(['id', 'code', 'currency', 'role', 'provider'])
    .where('role', '=', 'clearing')
    .orderBy('id')
    .execute()

/** The day of the newest posting of a clearing account that is part of a payout. */
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

/**
 * The lines of a clearing account that name one of these payouts, except the lines of the payouts themselves, each with the postings that it is
 * matched with; without a posting for a line that is open or ignored.
 */
export const listPayoutLines = (db: Db, accountId: string, references: readonly string[]) =>
  queryByIds(references, (some) =>
    db
      .selectFrom('statement_lines as line')
      .leftJoin('match_postings as matched', (join) =>
        join
          .onRef('matched.match_id', '=', 'line.match_id')
          .onRef('matched.account_id', '=', 'line.account_id')
          .on('matched.purpose', '=', 'matched'),
      )
      .select(['line.payout_reference', 'matched.entry_seq', 'matched.position', 'matched.accounting_day'])
      .where('line.account_id', '=', accountId)
      .where('line.payout_reference', 'in', some)
      // As the index has it.
      .where(sql<boolean>`line.payout_reference <> ''`)
      .where('line.class', '<>', 'neutral')
      .execute(),
  )
