import type { Db, Transaction } from '#server/db/database.ts'
import type { PeriodBalancesTable, PeriodChangesTable } from '#server/db/schema/periods.ts'
import { monthOf } from '#shared/finance/closing/periods.ts'
import { addDays } from '#shared/time.ts'
import { sql } from 'kysely'

/** The last closed day, empty before the first close. */
export async function findClosedThrough(db: Db): Promise<string> {
  const { closed_through } = await db.selectFrom('book').select('closed_through').executeTakeFirstOrThrow()
  return closed_through
}

/** Everything that happened to months, oldest first, with the names of who did it. */
export const listPeriodChanges = (db: Db) =>
  db
    .selectFrom('period_changes as change')
    .innerJoin('users as user', 'user.id', 'change.actor_id')
    .selectAll('change')
    .select('user.name as actor_name')
    .orderBy('seq')
    .execute()

export type PeriodChangeRow = Awaited<ReturnType<typeof listPeriodChanges>>[number]

/**
 * The accounting day of the first entry by date; `undefined` before the first. Opening balances on the last day of a month belong to what follows: a book that begins with them
 * begins with the month after, unless their own month has been closed.
 */
export async function findFirstDay(db: Db): Promise<string | undefined> {
  const first = await findDayFrom(db, '')
  if (first === undefined || monthOf(addDays(first, 1)) === monthOf(first)) return first
  const later = await findDayFrom(db, addDays(first, 1))
  const countsItself = later === undefined || (await hasOther(db, first)) || (await wasClosed(db, monthOf(first)))
  return countsItself ? first : later
}

/** Whether a month was ever closed, also when it has been reopened since. */
async function wasClosed(db: Db, month: string): Promise<boolean> {
  const row = await db.selectFrom('period_changes').select('seq').where('month', '=', month).limit(1).executeTakeFirst()
  return row !== undefined
}

async function findDayFrom(db: Db, from: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('ledger_entries')
    .select('accounting_day')
    .where('accounting_day', '>=', from)
    .orderBy('accounting_day')
    .limit(1)
    .executeTakeFirst()
  return row?.accounting_day
}

/** Whether a day has an entry that is no opening balance. */
async function hasOther(db: Db, day: string): Promise<boolean> {
  const row = await db
    .selectFrom('ledger_entries as entry')
    .select('entry.seq')
    .where('entry.accounting_day', '=', day)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('ledger_postings as posting')
            .innerJoin('ledger_accounts as account', 'account.id', 'posting.account_id')
            .select('posting.position')
            .whereRef('posting.entry_seq', '=', 'entry.seq')
            .where('account.role', '=', 'opening'),
        ),
      ),
    )
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The month to be closed next: after the last closed one, or that of the first entry. */
export async function findNextMonth(db: Db, today: string): Promise<string> {
  const closedThrough = await findClosedThrough(db)
  return monthOf(closedThrough === '' ? ((await findFirstDay(db)) ?? today) : addDays(closedThrough, 1))
}

/** The last entry and the last sealed event. */
export async function findChainHeads(
  transaction: Transaction,
): Promise<Pick<PeriodChangesTable, 'ledger_seq' | 'ledger_hash' | 'events_seq' | 'events_hash'>> {
  const ledger = await transaction.selectFrom('book').select(['head_seq', 'head_hash']).executeTakeFirstOrThrow()
  const events = await transaction.selectFrom('event_chain').select(['head_seq', 'head_hash']).executeTakeFirstOrThrow()
  return {
    ledger_seq: ledger.head_seq,
    ledger_hash: ledger.head_hash,
    events_seq: events.head_seq,
    events_hash: events.head_hash,
  }
}

export async function insertPeriodChange(transaction: Transaction, change: PeriodChangesTable): Promise<void> {
  await transaction.insertInto('period_changes').values(change).execute()
}

/** Through which day the books are closed from now on, and the last entry when that day was closed. */
export async function updateClosedThrough(transaction: Transaction, day: string, seq: number): Promise<void> {
  await transaction.updateTable('book').set({ closed_through: day, closed_seq: seq }).execute()
}

/** Number of rows in one SQL statement: their parameters stay below the limits of both databases. */
const rowsPerQuery = 500

export async function insertPeriodBalances(
  transaction: Transaction,
  rows: readonly PeriodBalancesTable[],
): Promise<void> {
  for (let at = 0; at < rows.length; at += rowsPerQuery)
    await transaction
      .insertInto('period_balances')
      .values(rows.slice(at, at + rowsPerQuery))
      .execute()
}

/** What an account held before some days, and what it moved on them; debits positive, amounts that reversals take back negative on their side. */
export interface AccountSums {
  account_id: string
  opening: number
  debit: number
  credit: number
}

/** The sums of every account that was ever posted to until the last day of a month, both inclusive. Read from the totals of months. */
export const sumAccounts = (db: Db, { from, to }: { from: string; to: string }): Promise<AccountSums[]> =>
  db
    .selectFrom('ledger_month_totals')
    .select([
      'account_id',
      sql<number>`sum(case when month < ${from} then debit_minor - credit_minor else 0 end)`.as('opening'),
      sql<number>`sum(case when month >= ${from} then debit_minor else 0 end)`.as('debit'),
      sql<number>`sum(case when month >= ${from} then credit_minor else 0 end)`.as('credit'),
    ])
    .where('month', '<=', to)
    .groupBy('account_id')
    .orderBy('account_id')
    .execute()
