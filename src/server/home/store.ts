import type { Db } from '#server/db/database.ts'
import type { TimeRange } from '#server/home/periods.ts'
import type { Flow } from '#shared/finance/views.ts'
import { type OrderTab, orderTabs } from '#shared/orders/tabs.ts'
import { dayOf, startOfDay } from '#shared/time.ts'
import { sql } from 'kysely'

/** Currencies in which own money was ever moved, by code. */
export async function listCurrencies(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('ledger_accounts')
    .select('currency')
    .distinct()
    .where('is_money_account', '=', 1)
    .orderBy('currency')
    .execute()
  return rows.map(({ currency }) => currency)
}

/** In and out of own money: whole days from their totals, the day that is not over from its entries. */
export async function loadFlow(db: Db, currency: string, range: TimeRange, zone: string): Promise<Flow> {
  // All time is all that is booked, so that it agrees with the ledger's own summary.
  if (range.fromDay === null) return sumDays(db, currency, '', '9999-12-31')
  const lastDay = dayOf(range.until, zone)
  const [days, part] = await Promise.all([
    sumDays(db, currency, range.fromDay, lastDay),
    sumEntries(db, currency, startOfDay(lastDay, zone), range.until),
  ])
  return { in: days.in + part.in, out: days.out + part.out }
}

/** In and out of the days before `end` that have any, oldest first, at most the newest `limit`. */
export async function listDailyFlows(
  db: Db,
  currency: string,
  fromDay: string | null,
  limit: number,
): Promise<(Flow & { day: string })[]> {
  const newestFirst = await moneyAccountDays(db, currency)
    .select('accounting_day as day')
    .where('accounting_day', '>=', fromDay ?? '')
    .groupBy('accounting_day')
    .orderBy('accounting_day', 'desc')
    .limit(limit)
    .execute()
  return newestFirst.toReversed()
}

const moneyAccountDays = (db: Db, currency: string) =>
  db
    .selectFrom('ledger_day_totals')
    .innerJoin('ledger_accounts', 'ledger_accounts.id', 'account_id')
    .select(({ fn }) => [
      fn.coalesce(fn.sum<number>('debit_minor'), sql.lit(0)).as('in'),
      fn.coalesce(fn.sum<number>('credit_minor'), sql.lit(0)).as('out'),
    ])
    .where('is_money_account', '=', 1)
    .where('currency', '=', currency)

const sumDays = (db: Db, currency: string, from: string, before: string): Promise<Flow> =>
  moneyAccountDays(db, currency)
    .where('accounting_day', '>=', from)
    .where('accounting_day', '<', before)
    .executeTakeFirstOrThrow()

const sumEntries = (db: Db, currency: string, from: number, until: number): Promise<Flow> =>
  db
    .selectFrom('ledger_entries')
    .innerJoin('ledger_postings', 'entry_seq', 'seq')
    .innerJoin('ledger_accounts', 'ledger_accounts.id', 'account_id')
    .select([
      sql<number>`coalesce(sum(case when amount_minor > 0 then amount_minor else 0 end), 0)`.as('in'),
      sql<number>`coalesce(sum(case when amount_minor < 0 then -amount_minor else 0 end), 0)`.as('out'),
    ])
    .where('is_money_account', '=', 1)
    .where('currency', '=', currency)
    .where('occurred_at', '>=', from)
    .where('occurred_at', '<', until)
    .executeTakeFirstOrThrow()

/** Orders placed in a stretch that were not cancelled. */
export async function countOrders(db: Db, currency: string, { from, until }: TimeRange): Promise<number> {
  let query = db
    .selectFrom('orders')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('currency', '=', currency)
    .where('status', '<>', 'cancelled')
  if (from !== null) query = query.where('placed_at', '>=', from).where('placed_at', '<', until)
  return (await query.executeTakeFirstOrThrow()).count
}

export const hasOrders = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('orders').select('id').limit(1).executeTakeFirst()) !== undefined

/** How many orders a tab of `/orders` holds, and when the oldest of them was placed, ms; null when there is none. */
export async function loadTabSummary(db: Db, tab: OrderTab): Promise<{ count: number; oldestAt: number | null }> {
  const { status, payment, fulfillment } = orderTabs[tab]
  let query = db
    .selectFrom('orders')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min<number | null>('placed_at').as('oldestAt')])
  if (status) query = query.where('status', 'in', status)
  if (payment) query = query.where('payment_status', 'in', payment)
  if (fulfillment) query = query.where('fulfillment_status', 'in', fulfillment)
  return query.executeTakeFirstOrThrow()
}

export async function countPendingUsers(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('status', '=', 'pending')
    .executeTakeFirstOrThrow()
  return count
}
