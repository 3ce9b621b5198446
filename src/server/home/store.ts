import { cachedLookup, cachedQuery } from '#server/db/cached-query.ts'
import type { Db } from '#server/db/database.ts'
import { selectMovedCurrencies } from '#server/finance/moved-currencies-query.ts'
import type { Days } from '#server/home/periods.ts'
import { entryKinds } from '#shared/finance/ledger.ts'
import type { Flow } from '#shared/finance/views.ts'
import { splitWholeMonths } from '#shared/finance/whole-months.ts'
import { add } from '#shared/money.ts'
import { startOfUnit, type TimeUnit } from '#shared/time-unit.ts'
import { sql } from 'kysely'

/** Currencies in which money accounts moved. */
export async function listMovedCurrencies(db: Db): Promise<string[]> {
  const moved = await selectCurrencies(db)
  return moved.map(({ currency }) => currency)
}

const selectCurrencies = cachedLookup((db) => selectMovedCurrencies(db).compile())

/** In and out of money accounts on whole accounting days, both inclusive: what the entries of these days add up to. */
export async function sumFlow(db: Db, currency: string, { from, to }: Days): Promise<Flow> {
  const sums = await Promise.all(
    splitWholeMonths({ from, to }).map((part) => selectFlow[part.unit](db, [currency, part.from, part.to])),
  )
  return addFlows(sums.flat())
}

const addFlows = (flows: readonly Flow[]): Flow => ({
  in: add(...flows.map((flow) => flow.in)),
  out: add(...flows.map((flow) => flow.out)),
})

const selectFlow = {
  day: cachedLookup((db) => selectMoneyAccountDays(db).compile()),
  month: cachedLookup((db) => selectMoneyAccountMonths(db).compile()),
}

/** The first and the last accounting day on which money accounts moved in a currency, other than what was taken back; undefined when there is none. */
export async function findFlowSpan(db: Db, currency: string): Promise<{ from: string; to: string } | undefined> {
  const [span] = await selectFlowSpan(db, [currency])
  return span && span.from !== null && span.to !== null ? { from: span.from, to: span.to } : undefined
}

const selectFlowSpan = cachedLookup((db) =>
  db
    .selectFrom(
      db
        .selectFrom('ledger_accounts')
        .select(({ selectFrom }) => {
          const days = selectFrom('ledger_day_totals')
            .select('accounting_day')
            .whereRef('account_id', '=', 'ledger_accounts.id')
            .where(({ or, eb }) => or([eb('debit_minor', '<>', sql.lit(0)), eb('credit_minor', '<>', sql.lit(0))]))
            .limit(sql.lit(1))
          return [days.orderBy('accounting_day').as('first'), days.orderBy('accounting_day', 'desc').as('last')]
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
  const parts = unit === 'day' ? [{ unit, ...days }] : splitWholeMonths(days)
  const rows = await Promise.all(parts.map((part) => selectFlows[part.unit](db, [currency, part.from, part.to])))
  const units = Map.groupBy(rows.flat(), ({ start }) => startOfUnit(start, unit))
  const sums = [...units].map(([start, flows]) => ({ start, ...addFlows(flows) }))
  return sums.filter((flow) => flow.in !== 0 || flow.out !== 0)
}

const selectFlows = {
  day: cachedLookup((db) =>
    selectMoneyAccountDays(db)
      .select('accounting_day as start')
      .groupBy('accounting_day')
      .orderBy('accounting_day')
      .compile(),
  ),
  month: cachedLookup((db) =>
    selectMoneyAccountMonths(db).select('month as start').groupBy('month').orderBy('month').compile(),
  ),
}

/**
 * Sums of a currency from one day through another, the parameters of the query. By account, so that SQLite reads the days of these
 * accounts in their order instead of looking for each total of a day.
 */
const selectMoneyAccountDays = (db: Db) =>
  db
    .selectFrom('ledger_day_totals')
    .select(sumInAndOut)
    .where('account_id', 'in', ({ selectFrom }) =>
      selectFrom('ledger_accounts').select('id').where('is_money_account', '=', sql.lit(1)).where('currency', '=', ''),
    )
    .where('accounting_day', '>=', '')
    .where('accounting_day', '<=', '')

/** The same of whole months. */
const selectMoneyAccountMonths = (db: Db) =>
  db
    .selectFrom('ledger_month_totals')
    .select(sumInAndOut)
    .where('account_id', 'in', ({ selectFrom }) =>
      selectFrom('ledger_accounts').select('id').where('is_money_account', '=', sql.lit(1)).where('currency', '=', ''),
    )
    .where('month', '>=', '')
    .where('month', '<=', '')

const sumInAndOut = [
  sql<number>`coalesce(sum(in_minor), 0)`.as('in'),
  sql<number>`coalesce(sum(out_minor), 0)`.as('out'),
]

/**
 * In and out of money accounts in a currency on one accounting day until before `until`, ms: what the entries posted by then add up to. `sumFlows`
 * of the ledger reads debits and credits, too, and would take 4 of the 5 ms of Home at a million orders.
 */
export async function sumFlowsOfDay(db: Db, currency: string, day: string, until: number): Promise<Flow> {
  const [flow] = await selectFlowsOfDay(db, [currency, day, until])
  return flow ?? { in: 0, out: 0 }
}

const selectFlowsOfDay = cachedQuery((db) =>
  db
    .selectFrom('ledger_entry_flows')
    .select(({ fn }) => [
      fn.coalesce(fn.sum<number>('in_minor'), sql.lit(0)).as('in'),
      fn.coalesce(fn.sum<number>('out_minor'), sql.lit(0)).as('out'),
    ])
    .where('currency', '=', '')
    .where('account_id', '=', sql.lit(''))
    // All of them, because the key has them before the day.
    .where('kind', 'in', entryKinds.map(sql.lit))
    .where('flow', 'in', (['in', 'out'] as const).map(sql.lit))
    .where('accounting_day', '=', '')
    .where('occurred_at', '<', 0)
    .compile(),
)

export async function countPendingUsers(db: Db): Promise<number> {
  const [pending] = await selectPendingUsers(db)
  return pending?.count ?? 0
}

const selectPendingUsers = cachedLookup((db) =>
  db
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('status', '=', 'pending')
    .compile(),
)

/** How many webhooks fail, or were switched off because they did. */
export async function countBrokenWebhooks(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('webhooks')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(({ and, eb, or }) =>
      or([eb('state', '=', 'off'), and([eb('state', '=', 'active'), eb('failing_since', 'is not', null)])]),
    )
    .executeTakeFirstOrThrow()
  return count
}
