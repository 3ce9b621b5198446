import type { Db } from '#server/db/database.ts'
import { moneyAccountTotals } from '#server/finance/store.ts'
import { sql } from 'kysely'

/** Which totals of own money are added up. */
export interface FlowSelection {
  currency: string
  from?: string | undefined
  to?: string | undefined
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
  /** How many postings moved own money. */
  inCount: number
  outCount: number
}

/** The sums of each day, kind or account (by its id), by key; read from the totals of days. */
export const sumFlowsBy = (
  db: Db,
  column: 'accounting_day' | 'kind' | 'account_id',
  selection: FlowSelection,
): Promise<FlowSum[]> =>
  flowTotals(db, selection)
    .select([
      `total.${column} as key`,
      sql<number>`sum(total.in_minor)`.as('in'),
      sql<number>`sum(total.out_minor)`.as('out'),
      sql<number>`sum(total.debit_minor - total.credit_minor)`.as('moved'),
      sql<number>`sum(total.in_count)`.as('inCount'),
      sql<number>`sum(total.out_count)`.as('outCount'),
    ])
    .groupBy(`total.${column}`)
    .orderBy('key')
    .execute()

/** The sums of the days, those of payments and refunds among them, and what all kinds moved: one row, in half the time of the sums by kind. */
export const sumFlows = (db: Db, { kinds, ...days }: FlowSelection) => {
  const sumOf = (column: 'in_minor' | 'out_minor' | 'in_count' | 'out_count', ofKinds: readonly string[]) => {
    const value = sql.ref(`total.${column}`)
    const counted = ofKinds.length === 0 ? value : sql`case when total.kind in (${sql.join(ofKinds)}) then ${value} end`
    return sql<number>`coalesce(sum(${counted}), 0)`
  }
  return flowTotals(db, { ...days, kinds: [] })
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

/** In and out of each day, by day: all that a chart needs, in half the time. */
export const sumFlowsByDay = (db: Db, selection: FlowSelection): Promise<Pick<FlowSum, 'key' | 'in' | 'out'>[]> =>
  flowTotals(db, selection)
    .select([
      'total.accounting_day as key',
      sql<number>`sum(total.in_minor)`.as('in'),
      sql<number>`sum(total.out_minor)`.as('out'),
    ])
    .groupBy('total.accounting_day')
    .orderBy('key')
    .execute()

const flowTotals = (db: Db, { currency, from, to, kinds, accountIds }: FlowSelection) =>
  moneyAccountTotals(db)
    .where('account.currency', '=', currency)
    .$if(accountIds !== undefined, (query) => query.where('account.id', 'in', orNone(accountIds)))
    .$if(from !== undefined, (query) => query.where('accounting_day', '>=', from ?? ''))
    .$if(to !== undefined, (query) => query.where('accounting_day', '<=', to ?? ''))
    .$if(kinds.length > 0, (query) => query.where('kind', 'in', kinds))

/** Ids for `in`, which needs one: no account has the empty one. */
export const orNone = (ids: readonly string[] = []): readonly string[] => (ids.length === 0 ? [''] : ids)

/** The own money accounts of a currency, or of all, that were ever posted to, by code. */
export const listMoneyAccounts = (db: Db, currency?: string) =>
  db
    .selectFrom('ledger_accounts')
    .selectAll()
    .where('is_money_account', '=', 1)
    .$if(currency !== undefined, (query) => query.where('currency', '=', currency ?? ''))
    .where('posting_count', '>', 0)
    .orderBy('code')
    .execute()
