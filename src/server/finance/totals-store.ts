import type { Db } from '#server/db/database.ts'
import type { LedgerDayTotalsTable } from '#server/db/schema/ledger.ts'
import type { Tables } from '#server/db/schema.ts'
import { totalColumns } from '#server/finance/ledger-totals.ts'
import type { Days } from '#shared/finance/flow-groups.ts'
import { entryKinds, type EntryKind } from '#shared/finance/ledger.ts'
import { lastDay, type OpenDays, splitWholeMonths } from '#shared/finance/whole-months.ts'
import { type SelectQueryBuilder, sql } from 'kysely'

/** The ids of the accounts whose totals are read. */
export type AccountIds = readonly string[] | SelectQueryBuilder<Tables, 'ledger_accounts', { id: string }>

export interface TotalsOptions {
  /** Leaves out what closing entries move from income and expense accounts to the result of the year. */
  isWithoutClosing?: boolean | undefined
}

/**
 * Totals of accounts in some days for the `from` of a query: those of a whole month are one row for each account and kind, with
 * the first day of the month as `accounting_day`. What happened outside of a part of a day is taken off by rows of its own.
 */
export const selectTotals = (db: Db, accountIds: AccountIds, days: OpenDays, options: TotalsOptions = {}) =>
  unite([
    ...splitWholeMonths(days).map((part) =>
      part.unit === 'day'
        ? selectWholeDays(db, accountIds, part, options)
        : selectMonths(db, accountIds, part, options),
    ),
    ...selectRests(db, accountIds, days, options),
  ])

/** The same by day. */
export const selectDays = (db: Db, accountIds: AccountIds, days: OpenDays) =>
  unite([
    selectWholeDays(db, accountIds, { from: days.from ?? '', to: days.to ?? lastDay }),
    ...selectRests(db, accountIds, days),
  ])

type Totals = SelectQueryBuilder<Tables, never, LedgerDayTotalsTable>

const unite = (parts: readonly Totals[]) => parts.reduce((before, next) => before.unionAll(next)).as('total')

export const closingKind: EntryKind = 'period.closed'

const columns = ['account_id', 'kind', ...totalColumns] as const

const selectWholeDays = (
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

/** What happened on the first day before it counts and on the last day after it does, below zero. */
const selectRests = (
  db: Db,
  accountIds: AccountIds,
  { from, to, since, until }: OpenDays,
  { isWithoutClosing = false }: TotalsOptions = {},
) =>
  [
    ...(from !== undefined && since !== undefined ? [{ day: from, operator: '<' as const, time: since }] : []),
    ...(to !== undefined && until !== undefined ? [{ day: to, operator: '>=' as const, time: until }] : []),
  ].flatMap((rest) => {
    const kinds = entryKinds.filter((kind) => !isWithoutClosing || kind !== closingKind)
    return [selectRestOfPostings(db, accountIds, kinds, rest), selectRestOfFlows(db, accountIds, kinds, rest)]
  })

interface Rest {
  day: string
  operator: '<' | '>='
  time: number
}

/** Debits and credits, counted as `splitSides` does. */
const selectRestOfPostings = (
  db: Db,
  accountIds: AccountIds,
  kinds: readonly EntryKind[],
  { day, operator, time }: Rest,
) => {
  const isDebit = sql<boolean>`(entry.reverses is null) = (posting.amount_minor > 0)`
  const isCredit = sql<boolean>`(entry.reverses is null) = (posting.amount_minor < 0)`
  return db
    .selectFrom('ledger_postings as posting')
    .innerJoin('ledger_entries as entry', 'entry.seq', 'posting.entry_seq')
    .select([
      'account_id',
      'entry.kind',
      sql<number>`case when ${isDebit} then -posting.amount_minor else 0 end`.as('debit_minor'),
      sql<number>`case when ${isCredit} then posting.amount_minor else 0 end`.as('credit_minor'),
      sql<number>`case when ${isDebit} then -1 else 0 end`.as('debit_count'),
      sql<number>`case when ${isCredit} then -1 else 0 end`.as('credit_count'),
      ...(['in_minor', 'out_minor', 'in_count', 'out_count'] as const).map((column) => sql<number>`0`.as(column)),
      'posting.accounting_day',
    ])
    .where('account_id', 'in', accountIds)
    .where('posting.accounting_day', '=', day)
    .where('posting.occurred_at', operator, time)
    .where('entry.kind', 'in', kinds.map(sql.lit))
}

/** In and out of money accounts. Two postings of one entry to the same account count once. */
const selectRestOfFlows = (
  db: Db,
  accountIds: AccountIds,
  kinds: readonly EntryKind[],
  { day, operator, time }: Rest,
) =>
  db
    .selectFrom('ledger_accounts as account')
    .innerJoin('ledger_entry_flows as entry', (join) =>
      join.onRef('entry.currency', '=', 'account.currency').onRef('entry.account_id', '=', 'account.id'),
    )
    .select([
      'account.id as account_id',
      'entry.kind',
      ...(['debit_minor', 'credit_minor', 'debit_count', 'credit_count'] as const).map((column) =>
        sql<number>`0`.as(column),
      ),
      sql<number>`-entry.in_minor`.as('in_minor'),
      sql<number>`-entry.out_minor`.as('out_minor'),
      sql<number>`case when entry.in_minor <> 0 then -1 else 0 end`.as('in_count'),
      sql<number>`case when entry.out_minor <> 0 then -1 else 0 end`.as('out_count'),
      'entry.accounting_day',
    ])
    .where('account.id', 'in', accountIds)
    // All of them, because the key has them before the day.
    .where('entry.kind', 'in', kinds.map(sql.lit))
    .where('entry.flow', 'in', (['in', 'out'] as const).map(sql.lit))
    .where('entry.accounting_day', '=', day)
    .where('entry.occurred_at', operator, time)

/** Ids for `in`, which needs one: no account has the empty one. */
export const orNone = (ids: readonly string[] = []): readonly string[] => (ids.length === 0 ? [''] : ids)
