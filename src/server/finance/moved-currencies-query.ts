import type { Db } from '#server/db/database.ts'

/**
 * The currencies in which money accounts moved, without those of which nothing is left but what the undo of an import took back: then all that
 * was posted is zero in each month.
 */
export const selectMovedCurrencies = (db: Db) =>
  db
    .selectFrom('ledger_accounts as account')
    .select('account.currency')
    .distinct()
    .where('account.is_money_account', '=', 1)
    .where('account.posting_count', '>', 0)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('ledger_month_totals as total')
          .select('total.month')
          .whereRef('total.account_id', '=', 'account.id')
          .where(({ or, eb }) => or([eb('total.debit_minor', '<>', 0), eb('total.credit_minor', '<>', 0)])),
      ),
    )
