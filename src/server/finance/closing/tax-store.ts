import type { Db } from '#server/db/database.ts'
import { startAfterKey } from '#server/db/list-query.ts'
import type { RowKey } from '#server/list/keyset-page.ts'
import type { TaxShare } from '#shared/finance/taxes.ts'
import type { Days } from '#shared/finance/flow-groups.ts'
import { sql } from 'kysely'

/** The tax rates that entries in a currency have, in no order: one index lookup for each. */
export async function listTaxRates(db: Db, currency: string): Promise<string[]> {
  const { rows } = await sql<{ rate: string }>`
    with recursive rates (rate) as (
      select (select min(tax_rate) from ledger_entry_taxes where currency = ${currency})
      union all
      select (select min(tax_rate) from ledger_entry_taxes where currency = ${currency} and tax_rate > rates.rate)
      from rates where rates.rate is not null
    )
    select rate from rates where rate is not null`.execute(db)
  return rows.map(({ rate }) => rate)
}

interface TaxedDays extends Days {
  currency: string
}

/** What entries of some days moved by rate, less what was given back. */
export async function sumTaxes(
  db: Db,
  rates: readonly string[],
  { currency, from, to }: TaxedDays,
): Promise<TaxShare[]> {
  if (rates.length === 0) return []
  const rows = await db
    .selectFrom('ledger_entry_taxes')
    .select(({ fn }) => [
      'tax_rate as rate',
      fn.sum<number>('net_minor').as('netMinor'),
      fn.sum<number>('tax_minor').as('taxMinor'),
    ])
    .where('currency', '=', currency)
    .where('tax_rate', 'in', rates)
    .where('accounting_day', '>=', from)
    .where('accounting_day', '<=', to)
    .groupBy('tax_rate')
    .execute()
  return rows
}

/** The entries of a rate, and how much of each is at it. */
export const findTaxEntries = (
  db: Db,
  { currency, from, to, rate }: TaxedDays & { rate: string },
  { direction, after, limit }: { direction: 'asc' | 'desc'; after: RowKey | undefined; limit: number },
) =>
  startAfterKey(
    db
      .selectFrom('ledger_entry_taxes')
      .select(['accounting_day', 'entry_seq', 'net_minor', 'tax_minor'])
      .where('currency', '=', currency)
      .where('tax_rate', '=', rate)
      .where('accounting_day', '>=', from)
      .where('accounting_day', '<=', to),
    ['accounting_day', 'entry_seq'],
    direction,
    after,
  )
    .orderBy('accounting_day', direction)
    .orderBy('entry_seq', direction)
    .limit(limit)
    .execute()
