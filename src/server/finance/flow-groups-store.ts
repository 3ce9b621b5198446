import type { Db } from '#server/db/database.ts'
import { runLookup } from '#server/db/lookup.ts'
import { orNone, selectDays, selectTotals } from '#server/finance/totals-store.ts'
import { lastDay, type OpenDays } from '#shared/finance/whole-months.ts'
import { endOfUnit } from '#shared/time-unit.ts'
import { sql } from 'kysely'

/** Which totals of money accounts are added up. */
export interface FlowSelection {
  currency: string
  days: OpenDays
  /** None for all kinds. */
  kinds: readonly string[]
  /** Only those of these accounts. */
  accountIds?: readonly string[] | undefined
}

/** What moved: in and out without transfers between own accounts, and all of it, debits less credits. */
export interface FlowSum {
  key: string
  in: number
  out: number
  moved: number
  /** How often entries moved money accounts: an entry counts once for each account. */
  inCount: number
  outCount: number
}

/** The sums of each kind, account (by its id) or month (its first day), by key. Of a month that is cut off, they are those of its days. */
export const sumFlowsBy = (
  db: Db,
  column: 'month' | 'kind' | 'account_id',
  selection: FlowSelection,
): Promise<FlowSum[]> => sumBy(db, flowTotals(db, selection), column === 'month' ? 'accounting_day' : column)

/** The sums of each day, by day. */
export const sumFlowsByDay = (db: Db, { days, kinds, ...accounts }: FlowSelection): Promise<FlowSum[]> =>
  sumBy(
    db,
    db
      .selectFrom(selectDays(db, moneyAccountIds(db, accounts), days))
      .$if(kinds.length > 0, (query) => query.where('total.kind', 'in', kinds)),
    'accounting_day',
  )

const sumBy = (
  db: Db,
  totals: ReturnType<typeof flowTotals>,
  column: 'accounting_day' | 'kind' | 'account_id',
): Promise<FlowSum[]> =>
  runLookup(
    db,
    totals
      .select([
        `total.${column} as key`,
        sql<number>`sum(total.in_minor)`.as('in'),
        sql<number>`sum(total.out_minor)`.as('out'),
        sql<number>`sum(total.debit_minor - total.credit_minor)`.as('moved'),
        sql<number>`sum(total.in_count)`.as('inCount'),
        sql<number>`sum(total.out_count)`.as('outCount'),
      ])
      .groupBy(`total.${column}`)
      .orderBy('key'),
  )

/** The sums of the days, those of payments and refunds among them, and what all kinds moved: one row, in half the time of the sums by kind. */
export const sumFlows = (db: Db, { kinds, ...selection }: FlowSelection) => {
  const sumOf = (column: 'in_minor' | 'out_minor' | 'in_count' | 'out_count', ofKinds: readonly string[]) => {
    const value = sql.ref(`total.${column}`)
    const counted = ofKinds.length === 0 ? value : sql`case when total.kind in (${sql.join(ofKinds)}) then ${value} end`
    return sql<number>`coalesce(sum(${counted}), 0)`
  }
  return flowTotals(db, { ...selection, kinds: [] })
    .select([
      sumOf('in_minor', kinds).as('in'),
      sumOf('out_minor', kinds).as('out'),
      sumOf('in_count', kinds).as('inCount'),
      sumOf('out_count', kinds).as('outCount'),
      sumOf('in_minor', ['payment.captured']).as('payments'),
      sumOf('out_minor', ['refund.succeeded']).as('refunds'),
      sumOf('out_count', ['refund.succeeded']).as('refundCount'),
      sql<number>`coalesce(sum(total.debit_minor - total.credit_minor), 0)`.as('moved'),
    ])
    .executeTakeFirstOrThrow()
}

const flowTotals = (db: Db, { days, kinds, ...accounts }: FlowSelection) =>
  db
    .selectFrom(selectTotals(db, moneyAccountIds(db, accounts), days))
    .$if(kinds.length > 0, (query) => query.where('total.kind', 'in', kinds))

/** The first and the last day on which anything moved, of the sums of months. */
export async function findFlowSpan(
  db: Db,
  selection: FlowSelection,
  months: readonly FlowSum[],
): Promise<{ first: string; last: string } | undefined> {
  const [start, end] = [months[0]?.key, months.at(-1)?.key]
  if (start === undefined || end === undefined) return undefined
  const { to = lastDay } = selection.days
  const listDays = (from: string) =>
    sumFlowsByDay(db, { ...selection, days: { from, to: minDay(endOfUnit(from, 'month'), to) } })
  const [ofFirst, ofLast] = await Promise.all([listDays(start), listDays(end)])
  return { first: ofFirst[0]?.key ?? start, last: ofLast.at(-1)?.key ?? end }
}

const minDay = (a: string, b: string): string => (a < b ? a : b)

/** The money accounts of a currency, or of all, that were ever posted to, by code. */
export const listMoneyAccounts = (db: Db, currency?: string) =>
  runLookup(
    db,
    db
      .selectFrom('ledger_accounts')
      .selectAll()
      .where('is_money_account', '=', 1)
      .$if(currency !== undefined, (query) => query.where('currency', '=', currency ?? ''))
      .where('posting_count', '>', 0)
      .orderBy('code'),
  )

/** The money accounts whose totals are added up, of all currencies without one. */
export const moneyAccountIds = (
  db: Db,
  { currency, accountIds }: Pick<FlowSelection, 'accountIds'> & { currency: string | undefined },
) =>
  db
    .selectFrom('ledger_accounts')
    .select('id')
    .where('is_money_account', '=', 1)
    .$if(currency !== undefined, (query) => query.where('currency', '=', currency ?? ''))
    .$if(accountIds !== undefined, (query) => query.where('id', 'in', orNone(accountIds)))
