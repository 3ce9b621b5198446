import type { Db } from '#server/db/database.ts'
import type { TimeRange } from '#server/home/periods.ts'
import type { Flow } from '#shared/finance/views.ts'
import { startOfUnit, type TimeUnit } from '#shared/time-unit.ts'
import { sql } from 'kysely'

/** Currencies in which own money moved. */
export async function listMovedCurrencies(db: Db): Promise<string[]> {
  const moved = await db
    .selectFrom('ledger_accounts')
    .select('currency')
    .distinct()
    .where('is_money_account', '=', 1)
    .where('posting_count', '>', 0)
    .execute()
  return moved.map(({ currency }) => currency)
}

type Days = TimeRange['days']

/** In and out of own money on whole accounting days, both inclusive: what the entries of these days add up to. */
export async function sumFlow(db: Db, currency: string, days: Days): Promise<Flow> {
  let query = moneyAccountDays(db, currency)
  if (days) query = query.where('accounting_day', '>=', days.from).where('accounting_day', '<=', days.to)
  return query.executeTakeFirstOrThrow()
}

/** The first and the last accounting day on which own money moved in a currency; undefined when there is none. */
export async function findFlowSpan(db: Db, currency: string): Promise<{ from: string; to: string } | undefined> {
  const { from, to } = await db
    .selectFrom(
      db
        .selectFrom('ledger_accounts')
        .select(({ selectFrom }) => {
          const days = selectFrom('ledger_day_totals').whereRef('account_id', '=', 'ledger_accounts.id')
          return [
            days.select(({ fn }) => fn.min('accounting_day').as('day')).as('first'),
            days.select(({ fn }) => fn.max('accounting_day').as('day')).as('last'),
          ]
        })
        .where('is_money_account', '=', 1)
        .where('currency', '=', currency)
        .as('account'),
    )
    .select(({ fn }) => [fn.min<string | null>('first').as('from'), fn.max<string | null>('last').as('to')])
    .executeTakeFirstOrThrow()
  return from !== null && to !== null ? { from, to } : undefined
}

/** How much of `YYYY-MM-DD` the rows of one group share; quarters are added up from their months. */
const prefixLength: Record<TimeUnit, number> = { day: 10, month: 7, quarter: 7, year: 4 }

/** In and out of each unit that has any, oldest first, by the unit's first day. Days are inclusive. */
export async function listFlows(
  db: Db,
  currency: string,
  days: { from: string; to: string },
  unit: TimeUnit,
): Promise<(Flow & { start: string })[]> {
  const prefix = sql<string>`substr(accounting_day, 1, ${sql.lit(prefixLength[unit])})`
  const rows = await moneyAccountDays(db, currency)
    .select(prefix.as('prefix'))
    .where('accounting_day', '>=', days.from)
    .where('accounting_day', '<=', days.to)
    .groupBy(prefix)
    .orderBy(prefix)
    .execute()
  const flows = new Map<string, Flow>()
  for (const row of rows) {
    const start = startOfUnit(`${row.prefix}-01-01`.slice(0, 10), unit)
    const { in: received, out } = flows.get(start) ?? { in: 0, out: 0 }
    flows.set(start, { in: received + row.in, out: out + row.out })
  }
  return [...flows].map(([start, flow]) => ({ start, ...flow }))
}

/** By account, so that SQLite reads the days of these accounts in their order instead of looking for each total of a day. */
const moneyAccountDays = (db: Db, currency: string) =>
  db
    .selectFrom('ledger_day_totals')
    .select(({ fn }) => [
      fn.coalesce(fn.sum<number>('debit_minor'), sql.lit(0)).as('in'),
      fn.coalesce(fn.sum<number>('credit_minor'), sql.lit(0)).as('out'),
    ])
    .where('account_id', 'in', ({ selectFrom }) =>
      selectFrom('ledger_accounts').select('id').where('is_money_account', '=', 1).where('currency', '=', currency),
    )

export const hasOrders = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('orders').select('id').limit(1).executeTakeFirst()) !== undefined

export async function countPendingUsers(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('status', '=', 'pending')
    .executeTakeFirstOrThrow()
  return count
}
