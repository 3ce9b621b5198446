import type { Db } from '#server/db/database.ts'
import type { Tables } from '#server/db/schema.ts'
import { totalColumns } from '#server/finance/ledger-totals.ts'
import type { Days } from '#shared/finance/flow-groups.ts'
import type { EntryKind } from '#shared/finance/ledger.ts'
import { type OpenDays, splitWholeMonths } from '#shared/finance/whole-months.ts'
import type { SelectQueryBuilder } from 'kysely'

/** The ids of the accounts whose totals are read. */
export type AccountIds = readonly string[] | SelectQueryBuilder<Tables, 'ledger_accounts', { id: string }>

export interface TotalsOptions {
  /** Leaves out what closing entries move from income and expense accounts to the result of the year. */
  isWithoutClosing?: boolean | undefined
}

/**
 * Totals of accounts between two days, both inclusive, for the `from` of a query: those of a whole month are one row for each account and kind, with
 * the first day of the month as `accounting_day`.
 */
export const selectTotals = (db: Db, accountIds: AccountIds, days: OpenDays, options: TotalsOptions = {}) =>
  splitWholeMonths(days)
    .map((part) =>
      part.unit === 'day' ? selectDays(db, accountIds, part, options) : selectMonths(db, accountIds, part, options),
    )
    .reduce((before, next) => before.unionAll(next))
    .as('total')

export const closingKind: EntryKind = 'period.closed'

const columns = ['account_id', 'kind', ...totalColumns] as const

/** The totals of each day between two days, both inclusive. */
export const selectDays = (
  db: Db,
  accountIds: AccountIds,
  { from, to }: Days,
  { isWithoutClosing }: TotalsOptions = {},
) =>
  db
    .selectFrom('ledger_day_totals')
    .select([...columns, 'accounting_day'])
    .where('account_id', 'in', accountIds)
    .where('accounting_day', '>=', from)
    .where('accounting_day', '<=', to)
    .$if(isWithoutClosing === true, (query) => query.where('kind', '<>', closingKind))

const selectMonths = (db: Db, accountIds: AccountIds, { from, to }: Days, { isWithoutClosing }: TotalsOptions) =>
  db
    .selectFrom('ledger_month_totals')
    .select([...columns, 'month as accounting_day'])
    .where('account_id', 'in', accountIds)
    .where('month', '>=', from)
    .where('month', '<=', to)
    .$if(isWithoutClosing === true, (query) => query.where('kind', '<>', closingKind))

/** Ids for `in`, which needs one: no account has the empty one. */
export const orNone = (ids: readonly string[] = []): readonly string[] => (ids.length === 0 ? [''] : ids)
