import { cachedQuery } from '#server/db/cached-query.ts'
import type { Db } from '#server/db/database.ts'
import type { Days } from '#server/home/periods.ts'
import type { Flow } from '#shared/finance/views.ts'
import { startOfUnit, type TimeUnit } from '#shared/time-unit.ts'
import { sql } from 'kysely'

/** Currencies in which own money moved. */
export async function listMovedCurrencies(db: Db): Promise<string[]> {
  const moved = await selectMovedCurrencies(db)
  return moved.map(({ currency }) => currency)
}

const selectMovedCurrencies = cachedQuery((db) =>
  db
    .selectFrom('ledger_accounts')
    .select('currency')
    .distinct()
    .where('is_money_account', '=', 1)
    .where('posting_count', '>', 0)
    .compile(),
)

/** In and out of own money on whole accounting days, both inclusive: what the entries of these days add up to. */
export async function sumFlow(db: Db, currency: string, { from, to }: Days): Promise<Flow> {
  const [flow] = await selectFlow(db, [currency, from, to])
  return flow ?? { in: 0, out: 0 }
}

const selectFlow = cachedQuery((db) => selectMoneyAccountDays(db).compile())

/** The first and the last accounting day on which own money moved in a currency; undefined when there is none. */
export async function findFlowSpan(db: Db, currency: string): Promise<{ from: string; to: string } | undefined> {
  const [span] = await selectFlowSpan(db, [currency])
  return span && span.from !== null && span.to !== null ? { from: span.from, to: span.to } : undefined
}

const selectFlowSpan = cachedQuery((db) =>
  db
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
        .where('is_money_account', '=', sql.lit(1))
        .where('currency', '=', '')
        .as('account'),
    )
    .select(({ fn }) => [fn.min<string | null>('first').as('from'), fn.max<string | null>('last').as('to')])
    .compile(),
)

/** In and out of each unit that has any, oldest first, by the unit's first day. Days are inclusive. */
export async function listFlows(
  db: Db,
  currency: string,
  days: Days,
  unit: TimeUnit,
): Promise<(Flow & { start: string })[]> {
  const rows = await selectFlowsBy[unit](db, [currency, days.from, days.to])
  const flows = new Map<string, Flow>()
  for (const row of rows) {
    const start = startOfUnit(`${row.prefix}-01-01`.slice(0, 10), unit)
    const { in: received, out } = flows.get(start) ?? { in: 0, out: 0 }
    flows.set(start, { in: received + row.in, out: out + row.out })
  }
  return [...flows].map(([start, flow]) => ({ start, ...flow }))
}

/** By the characters of `YYYY-MM-DD` that the days of a group share. */
const selectFlowsByPrefix = (length: number) =>
  cachedQuery((db) => {
    const prefix = sql<string>`substr(accounting_day, 1, ${sql.lit(length)})`
    return selectMoneyAccountDays(db).select(prefix.as('prefix')).groupBy(prefix).orderBy(prefix).compile()
  })

/** Quarters are added up from their months. */
const selectFlowsByMonth = selectFlowsByPrefix(7)
const selectFlowsBy: Record<TimeUnit, typeof selectFlowsByMonth> = {
  day: selectFlowsByPrefix(10),
  month: selectFlowsByMonth,
  quarter: selectFlowsByMonth,
  year: selectFlowsByPrefix(4),
}

/**
 * Sums of a currency from one day through another, the parameters of the query. By account, so that SQLite reads the days of these
 * accounts in their order instead of looking for each total of a day.
 */
const selectMoneyAccountDays = (db: Db) =>
  db
    .selectFrom('ledger_day_totals')
    .select(({ fn }) => [
      fn.coalesce(fn.sum<number>('in_minor'), sql.lit(0)).as('in'),
      fn.coalesce(fn.sum<number>('out_minor'), sql.lit(0)).as('out'),
    ])
    .where('account_id', 'in', ({ selectFrom }) =>
      selectFrom('ledger_accounts').select('id').where('is_money_account', '=', sql.lit(1)).where('currency', '=', ''),
    )
    .where('accounting_day', '>=', '')
    .where('accounting_day', '<=', '')

export async function countPendingUsers(db: Db): Promise<number> {
  const [pending] = await selectPendingUsers(db)
  return pending?.count ?? 0
}

const selectPendingUsers = cachedQuery((db) =>
  db
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('status', '=', 'pending')
    .compile(),
)
