import type { Db } from '#server/db/database.ts'
import {
  compareColumn,
  compileFilter,
  concatRanges,
  type FieldCompilers,
  mergeRanges,
  startAfterKey,
} from '#server/db/list-query.ts'
import type { Tables } from '#server/db/schema.ts'
import type { EntryRange } from '#server/finance/entries-ranges.ts'
import { moneyAccountTotals, toEntryViews } from '#server/finance/store.ts'
import type { RowKey } from '#server/keyset-page.ts'
import { countLimit } from '#shared/constants.ts'
import type { entriesList } from '#shared/finance/entries-list.ts'
import type { EntryList, EntryView } from '#shared/finance/views.ts'
import { type Comparison, type Filter, listComparisons } from '#shared/list/filter.ts'
import type { FilterId } from '#shared/list/list.ts'
import { sql } from 'kysely'

/** Up to `limit` entries of the ranges after a key `[accountingDay, occurredAt, number]`. */
export async function findEntries(
  db: Db,
  ranges: readonly EntryRange[],
  { direction, after, limit }: { direction: 'asc' | 'desc'; after: RowKey | undefined; limit: number },
): Promise<EntryView[]> {
  // An entry lies in a range of each of its currencies.
  const rowLimit = limit * countCurrencies(ranges)
  const selected = ranges.map((range) => startAfterKey(entriesIn(db, range).select(key), key, direction, after))
  const found = (await mergeRanges(db, selected, key, direction, rowLimit)?.execute()) ?? []
  const numbers = [...new Set(found.map(({ entry_seq }) => entry_seq))].slice(0, limit)
  if (numbers.length === 0) return []
  const rows = await db.selectFrom('ledger_entries').selectAll().where('seq', 'in', numbers).execute()
  const bySeq = new Map(rows.map((row) => [row.seq, row]))
  return toEntryViews(
    db,
    numbers.flatMap((number) => bySeq.get(number) ?? []),
  )
}

const key = ['accounting_day', 'occurred_at', 'entry_seq'] as const

/** How many entries of the ranges match, counted up to one above `countLimit`. */
export async function countEntries(db: Db, ranges: readonly EntryRange[]): Promise<number> {
  const matching = concatRanges(ranges.map((range) => entriesIn(db, range).select('entry_seq')))
  if (!matching) return 0
  const { count } = await db
    .selectFrom(matching.limit(countLimit + 1).as('counted'))
    .select(({ fn }) =>
      (countCurrencies(ranges) === 1 ? fn.countAll<number>() : fn.count<number>('entry_seq').distinct()).as('count'),
    )
    .executeTakeFirstOrThrow()
  return count
}

const countCurrencies = (ranges: readonly EntryRange[]): number =>
  new Set(ranges.map(({ values }) => values.currency)).size

const entriesIn = (db: Db, { values: { currency, kind, flow }, filter }: EntryRange) =>
  db
    .selectFrom('ledger_entry_flows')
    .where('currency', '=', currency)
    .where('kind', '=', kind)
    .where('flow', '=', flow)
    .where(compileFilter<Tables, 'ledger_entry_flows'>(filter, { day: compareColumn('accounting_day') }))

/** The currencies of all accounts and the kinds of all entries; a recursive query finds each kind with one index lookup. */
export async function listRangeValues(db: Db): Promise<{ currencies: string[]; kinds: string[] }> {
  const [currencies, kinds] = await Promise.all([
    db.selectFrom('ledger_accounts').select('currency').distinct().execute(),
    sql<{ kind: string }>`
      with recursive found (kind) as (
        select min(kind) from ledger_entries
        union all
        select (select min(kind) from ledger_entries where ledger_entries.kind > found.kind) from found where found.kind is not null
      )
      select kind from found where kind is not null`.execute(db),
  ])
  return { currencies: currencies.map(({ currency }) => currency), kinds: kinds.rows.map(({ kind }) => kind) }
}

/**
 * In and out of own money over everything that matches, by currency; read from the totals of the days, never from the postings.
 * With a filter by flow the other direction is zero. A posting of own money is one entry of its currency and direction: no kind of entry
 * has two.
 */
export async function sumTotals(db: Db, filter: Filter): Promise<EntryList['totals']> {
  const flows = listComparisons(filter).flatMap((comparison) =>
    comparison.field === 'flow' ? valuesOf(comparison) : [],
  )
  const includes = (flow: string) => flows.length === 0 || flows.includes(flow)
  const sumIf = (isIncluded: boolean, column: 'debit_minor' | 'credit_minor' | 'debit_count' | 'credit_count') =>
    isIncluded ? sql<number>`sum(${sql.ref(`total.${column}`)})` : sql<number>`0`
  return moneyAccountTotals(db)
    .select([
      'account.currency',
      sumIf(includes('in'), 'debit_minor').as('in'),
      sumIf(includes('out'), 'credit_minor').as('out'),
      sql<number>`${sumIf(includes('in'), 'debit_count')} + ${sumIf(includes('out'), 'credit_count')}`.as('count'),
    ])
    .where((eb) => compileFilter(filter, totalFields)(eb))
    .groupBy('account.currency')
    .orderBy('account.currency')
    .execute()
}

type TotalTables = Tables & { total: Tables['ledger_day_totals']; account: Tables['ledger_accounts'] }

const totalFields: FieldCompilers<FilterId<typeof entriesList>, TotalTables, 'total' | 'account'> = {
  day: compareColumn('total.accounting_day'),
  kind: compareColumn('total.kind'),
  currency: compareColumn('account.currency'),
  flow: (eb, comparison) =>
    eb.or(valuesOf(comparison).map((flow) => eb(flow === 'in' ? 'total.debit_count' : 'total.credit_count', '<>', 0))),
}

const valuesOf = (comparison: Comparison): string[] => (comparison.op === 'in' ? comparison.values.map(String) : [])
