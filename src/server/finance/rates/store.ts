import type { Db, Transaction } from '#server/db/database.ts'
import { insertAll } from '#server/db/insert.ts'
import type { Tables } from '#server/db/schema.ts'
import type { ExchangeRateChangesTable, ExchangeRatesTable } from '#server/db/schema/exchange-rates.ts'
import type { ExchangeRateRow } from '#shared/finance/conversion.ts'
import { type SelectQueryBuilder, sql } from 'kysely'

interface RateFilter {
  from?: string | undefined
  to?: string | undefined
  /** Rates from and to these currencies; of all without it. */
  currencies?: readonly string[] | undefined
}

type Rates = SelectQueryBuilder<Tables & { rate: ExchangeRatesTable }, 'rate', object>

/** The rates that are in force: of each day the last, unless it was taken away. */
const currentRates = (db: Db, filter: RateFilter): Rates => lastRates(db, filter).where('rate.rate', '<>', '')

/** The last rate of each day, empty for one that was taken away. */
const lastRates = (db: Db, { from, to, currencies }: RateFilter): Rates =>
  db
    .selectFrom('exchange_rates as rate')
    .$if(from !== undefined, (query) => query.where('rate.day', '>=', from ?? ''))
    .$if(to !== undefined, (query) => query.where('rate.day', '<=', to ?? ''))
    .$if(currencies !== undefined, (query) =>
      query.where(({ or, eb }) =>
        or([
          eb('rate.base_currency', 'in', ['', ...(currencies ?? [])]),
          eb('rate.quote_currency', 'in', ['', ...(currencies ?? [])]),
        ]),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('exchange_rates as later')
            .select(sql.lit(1).as('one'))
            .whereRef('later.base_currency', '=', 'rate.base_currency')
            .whereRef('later.quote_currency', '=', 'rate.quote_currency')
            .whereRef('later.day', '=', 'rate.day')
            .whereRef('later.change_number', '>', 'rate.change_number'),
        ),
      ),
    ) as Rates

/** Rates of days, by day and currencies; at most `limit`, after the key of the last one. */
export const listRates = (db: Db, filter: RateFilter, after: readonly string[] | undefined, limit: number) =>
  currentRates(db, filter)
    .select(['rate.day', 'rate.base_currency', 'rate.quote_currency', 'rate.rate'])
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(rate.day, rate.base_currency, rate.quote_currency) > (${sql.join(after ?? [])})`),
    )
    .orderBy('rate.day')
    .orderBy('rate.base_currency')
    .orderBy('rate.quote_currency')
    .limit(limit)
    .execute()

/** The newest rates of days, with who set them. */
export async function listRateRows(db: Db, filter: RateFilter, limit: number): Promise<ExchangeRateRow[]> {
  const rows = await currentRates(db, filter)
    .innerJoin('exchange_rate_changes as change', 'change.number', 'rate.change_number')
    .innerJoin('users', 'users.id', 'change.created_by')
    .select(['rate.day', 'rate.base_currency as from', 'rate.quote_currency as to', 'rate.rate'])
    .select(['change.source', 'change.file_name as fileName', 'change.number as change', 'change.created_at as at'])
    .select('users.name as by')
    .orderBy('rate.day', 'desc')
    .orderBy('rate.base_currency')
    .orderBy('rate.quote_currency')
    .limit(limit)
    .execute()
  return rows
}

/** The rate of a day that is in force. */
export const findRate = (db: Db, { from, to, day }: { from: string; to: string; day: string }) =>
  currentRates(db, { from: day, to: day })
    .select(['rate.rate', 'rate.change_number'])
    .where('rate.base_currency', '=', from)
    .where('rate.quote_currency', '=', to)
    .executeTakeFirst()

export const findChange = (db: Db, number: number): Promise<ExchangeRateChangesTable | undefined> =>
  db.selectFrom('exchange_rate_changes').selectAll().where('number', '=', number).executeTakeFirst()

/** The rates that a change set or took away and that no later change replaced, and the rates that they replaced, with their change; empty for none. */
export const listUndoable = (db: Db, number: number) =>
  lastRates(db, {})
    .select(['rate.base_currency', 'rate.quote_currency', 'rate.day'])
    .select(({ selectFrom }) => {
      const earlier = selectFrom('exchange_rates as earlier')
        .whereRef('earlier.base_currency', '=', 'rate.base_currency')
        .whereRef('earlier.quote_currency', '=', 'rate.quote_currency')
        .whereRef('earlier.day', '=', 'rate.day')
        .whereRef('earlier.change_number', '<', 'rate.change_number')
        .orderBy('earlier.change_number', 'desc')
        .limit(1)
      return [
        earlier.select('earlier.rate').as('earlier_rate'),
        earlier.select('earlier.change_number').as('earlier_change'),
      ]
    })
    .where('rate.change_number', '=', number)
    .orderBy('rate.base_currency')
    .orderBy('rate.quote_currency')
    .orderBy('rate.day')
    .execute()

/** The number of the next change; the ledger is locked. */
export async function nextChangeNumber(transaction: Transaction): Promise<number> {
  const { last } = await transaction
    .selectFrom('exchange_rate_changes')
    .select(({ fn }) => fn.max('number').as('last'))
    .executeTakeFirstOrThrow()
  return (last ?? 0) + 1
}

export const insertChange = (transaction: Transaction, change: ExchangeRateChangesTable): Promise<void> =>
  insertAll(transaction, 'exchange_rate_changes', [change])

export const insertRates = (transaction: Transaction, rates: readonly ExchangeRatesTable[]): Promise<void> =>
  insertAll(transaction, 'exchange_rates', rates)
