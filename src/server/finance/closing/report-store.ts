import type { Db } from '#server/db/database.ts'
import { accountNameColumns } from '#server/finance/account-store.ts'
import { selectTotals, type TotalsOptions } from '#server/finance/totals-store.ts'
import type { AccountFigures } from '#shared/finance/closing/build-report.ts'
import type { Days } from '#shared/finance/flow-groups.ts'
import { type RawBuilder, sql } from 'kysely'

/** The currencies of all accounts that were ever posted to. */
export async function listReportCurrencies(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('ledger_accounts')
    .select('currency')
    .distinct()
    .where('posting_count', '>', 0)
    .orderBy('currency')
    .execute()
  return rows.map(({ currency }) => currency)
}

/**
 * What the accounts of a currency held and moved in whole months, by code; read in one statement, so that all figures are of the same time.
 * Both periods start and end with a month, so that the totals of months have everything.
 */
export async function listReportFigures(
  db: Db,
  { currency, days, previousDays }: { currency: string; days: Days; previousDays: Days },
  options: TotalsOptions,
): Promise<AccountFigures[]> {
  const accountIds = db.selectFrom('ledger_accounts').select('id').where('currency', '=', currency)
  const rows = await db
    .selectFrom('ledger_accounts as account')
    .innerJoin(selectTotals(db, accountIds, { to: days.to }, options), 'total.account_id', 'account.id')
    .select([...accountNameColumns, 'type', 'is_money_account'])
    .select([
      ...selectPeriod('current', days),
      ...selectPeriod('previous', previousDays),
      sumBefore(startOfYear(days)).as('before_year'),
      sumBefore(startOfYear(previousDays)).as('before_previous_year'),
    ])
    .groupBy([...accountNameColumns, 'type', 'is_money_account'])
    .orderBy('code')
    .execute()
  return rows.map(({ name_zh, is_money_account, before_year, before_previous_year, ...row }) => {
    const { code, role, provider, name, type } = row
    const pick = <Name extends 'current' | 'previous'>(period: Name) => ({
      opening: row[`${period}_opening`],
      debit: row[`${period}_debit`],
      credit: row[`${period}_credit`],
      in: row[`${period}_in`],
      out: row[`${period}_out`],
    })
    return {
      account: { code, role, provider, name, nameZh: name_zh, type },
      isMoneyAccount: is_money_account === 1,
      current: pick('current'),
      previous: pick('previous'),
      beforeYear: before_year,
      beforePreviousYear: before_previous_year,
    }
  })
}

const startOfYear = ({ to }: Days): string => `${to.slice(0, 4)}-01-01`

const sumWhere = (condition: RawBuilder<unknown>, amount: RawBuilder<unknown>) =>
  sql<number>`sum(case when ${condition} then ${amount} else 0 end)`

const moved = sql`debit_minor - credit_minor`
const sumBefore = (day: string) => sumWhere(sql`accounting_day < ${day}`, moved)

function selectPeriod<Name extends 'current' | 'previous'>(name: Name, { from, to }: Days) {
  const during = sql`accounting_day >= ${from} and accounting_day <= ${to}`
  return [
    sumBefore(from).as(`${name}_opening`),
    sumWhere(during, sql`debit_minor`).as(`${name}_debit`),
    sumWhere(during, sql`credit_minor`).as(`${name}_credit`),
    sumWhere(during, sql`in_minor`).as(`${name}_in`),
    sumWhere(during, sql`out_minor`).as(`${name}_out`),
  ] as const
}
