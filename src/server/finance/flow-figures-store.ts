import type { Db } from '#server/db/database.ts'
import { runLookup } from '#server/db/lookup.ts'
import { selectMovedCurrencies } from '#server/finance/moved-currencies-query.ts'
import { accountNameColumns } from '#server/finance/account-store.ts'
import { isAmongSuperseded } from '#server/finance/statements/superseded-query.ts'
import type { FlowSelection } from '#server/finance/flow-groups-store.ts'
import { orNone, selectTotals } from '#server/finance/totals-store.ts'
import { feeRoles } from '#shared/finance/flow-figures.ts'
import { sql } from 'kysely'

/** The currencies in which money accounts moved. */
export async function listMoneyCurrencies(db: Db): Promise<string[]> {
  const rows = await runLookup(db, selectMovedCurrencies(db).orderBy('currency'))
  return rows.map(({ currency }) => currency)
}

/** The currency of the book if money accounts moved in it, else the first of the others; null without any. */
export const pickBookCurrency = (used: readonly string[], bookCurrency: string): string | null =>
  used.includes(bookCurrency) ? bookCurrency : (used[0] ?? null)

/** What each fee account was charged, by code; reversals take back what they reverse. */
export const sumFees = (db: Db, { currency, days }: Omit<FlowSelection, 'kinds'>) =>
  runLookup(
    db,
    db
      .selectFrom(selectTotals(db, feeAccountIds(db, currency), days, { isWithoutClosing: true }))
      .innerJoin('ledger_accounts as account', 'account.id', 'total.account_id')
      .select(({ fn }) => [
        'code',
        'role',
        'provider',
        'name',
        'name_zh as nameZh',
        fn.sum<number>('debit_minor').as('debit'),
        fn.sum<number>('credit_minor').as('credit'),
      ])
      .groupBy(accountNameColumns)
      .orderBy('code'),
  )

const feeAccountIds = (db: Db, currency: string) =>
  db.selectFrom('ledger_accounts').select('id').where('role', 'in', feeRoles).where('currency', '=', currency)

/** How many lines of statements are neither matched, ignored nor postponed, by account; accounts without any are missing. Lines have days only. */
export async function countOpenLines(
  db: Db,
  { currency, days: { from, to }, accountIds }: Omit<FlowSelection, 'kinds'>,
  today: string,
) {
  const superseded = await isAmongSuperseded(db)
  return runLookup(
    db,
    db
      .selectFrom('ledger_accounts as account')
      .innerJoin('statement_lines as line', 'line.account_id', 'account.id')
      .innerJoin('statements as statement', 'statement.id', 'line.statement_id')
      .select(({ fn }) => ['code', 'role', 'provider', 'name', 'name_zh as nameZh', fn.countAll<number>().as('count')])
      .where('account.currency', '=', currency)
      .$if(accountIds !== undefined, (query) => query.where('account.id', 'in', orNone(accountIds)))
      .where('line.match_id', 'is', null)
      .where(({ not }) => not(superseded))
      .where('statement.imported_at', 'is not', null)
      .where(({ exists, not, selectFrom }) =>
        not(
          exists(
            selectFrom('line_follow_ups as follow_up')
              .select(sql.lit(1).as('one'))
              .whereRef('follow_up.statement_id', '=', 'line.statement_id')
              .whereRef('follow_up.line_number', '=', 'line.line_number')
              .where('wait_until', '>', today),
          ),
        ),
      )
      .$if(from !== undefined, (query) => query.where('line.day', '>=', from ?? ''))
      .$if(to !== undefined, (query) => query.where('line.day', '<=', to ?? ''))
      .groupBy(accountNameColumns)
      .orderBy('code'),
  )
}
