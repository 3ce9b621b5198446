import type { Db } from '#server/db/database.ts'
import type { ExchangeRateChangesTable, ExchangeRatesTable } from '#server/db/schema/exchange-rates.ts'
import { sql } from 'kysely'

/** Rows of a change after the key of the last one, by currencies and day, as they are hashed. */
export const listRatesOfChange = (
  db: Db,
  number: number,
  after: readonly string[] | undefined,
  limit: number,
): Promise<ExchangeRatesTable[]> =>
  db
    .selectFrom('exchange_rates')
    .selectAll()
    .where('change_number', '=', number)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(base_currency, quote_currency, day) > (${sql.join(after ?? [])})`),
    )
    .orderBy('base_currency')
    .orderBy('quote_currency')
    .orderBy('day')
    .limit(limit)
    .execute()

export const listChanges = (db: Db): Promise<ExchangeRateChangesTable[]> =>
  db.selectFrom('exchange_rate_changes').selectAll().orderBy('number').execute()

/** The numbers of changes that rates refer to and that do not exist. */
export const listUnknownChanges = (db: Db) =>
  db
    .selectFrom('exchange_rates')
    .leftJoin('exchange_rate_changes', 'exchange_rate_changes.number', 'exchange_rates.change_number')
    .select('change_number')
    .distinct()
    .where('exchange_rate_changes.number', 'is', null)
    .execute()

/** The events of exchange rates, in their order. */
export const listRateEvents = (db: Db) =>
  db
    .selectFrom('events')
    .select(['id', 'object_id', 'at', 'actor_id', 'parameters'])
    .where('object_type', '=', 'exchange_rates')
    .orderBy('at')
    .orderBy('id')
    .execute()
