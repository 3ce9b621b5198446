import type { Db } from '#server/db/database.ts'
import { compareColumn, compileFilter, type FieldCompilers, orderByKey } from '#server/db/list-query.ts'
import type { Tables } from '#server/db/schema.ts'
import { creditSide, debitSide } from '#server/db/posting-sides.ts'
import { moneyAccountTotals, toEntryViews } from '#server/finance/store.ts'
import type { RowKey } from '#server/keyset-page.ts'
import { countLimit } from '#shared/constants.ts'
import type { entriesList } from '#shared/finance/entries-list.ts'
import type { EntryList, EntryView } from '#shared/finance/views.ts'
import { type Comparison, type Filter, listComparisons } from '#shared/list/filter.ts'
import type { FilterId } from '#shared/list/list.ts'
import { type ExpressionBuilder, sql } from 'kysely'

type EntryFields = FieldCompilers<FilterId<typeof entriesList>, Tables, 'ledger_entries'>

/** Up to `limit` entries after a key `[accountingDay, occurredAt, number]`. */
export async function findEntries(
  db: Db,
  filter: Filter,
  { direction, after, limit }: { direction: 'asc' | 'desc'; after: RowKey | undefined; limit: number },
): Promise<EntryView[]> {
  const query = db
    .selectFrom('ledger_entries')
    .selectAll()
    .where(compileFilter(filter, entryFields(filter)))
    .limit(limit)
  const rows = await orderByKey(query, ['accounting_day', 'occurred_at', 'seq'], direction, after).execute()
  return toEntryViews(db, rows)
}

/** How many entries match, counted up to one above `countLimit`. */
export async function countEntries(db: Db, filter: Filter): Promise<number> {
  const matching = db
    .selectFrom('ledger_entries')
    .select('seq')
    .where(compileFilter(filter, entryFields(filter)))
    .limit(countLimit + 1)
  const { count } = await db
    .selectFrom(matching.as('counted'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

function entryFields(filter: Filter): EntryFields {
  const currencies = selectedCurrencies(filter)
  return {
    day: compareColumn('accounting_day'),
    currency: (eb, comparison) => hasPosting(eb, { currencies: valuesOf(comparison) }),
    flow: (eb, comparison) =>
      eb.or(
        valuesOf(comparison).map((flow) =>
          hasPosting(eb, { currencies, side: flow === 'in' ? debitSide : creditSide }),
        ),
      ),
  }
}

/** Whether an entry has a posting in one of the currencies, with a `side` one of own money on that side. */
function hasPosting(
  eb: ExpressionBuilder<Tables, 'ledger_entries'>,
  { currencies, side }: { currencies: readonly string[]; side?: typeof debitSide },
) {
  let postings = eb
    .selectFrom('ledger_postings as posting')
    .innerJoin('ledger_accounts as account', 'account.id', 'posting.account_id')
    .select('posting.position')
    .whereRef('posting.entry_seq', '=', 'ledger_entries.seq')
  if (currencies.length > 0) postings = postings.where('account.currency', 'in', currencies)
  if (side) postings = postings.where('account.is_money_account', '=', 1).where(side, '<>', 0)
  return eb.exists(postings)
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

const selectedCurrencies = (filter: Filter): string[] =>
  listComparisons(filter).flatMap((comparison) => (comparison.field === 'currency' ? valuesOf(comparison) : []))

const valuesOf = (comparison: Comparison): string[] => (comparison.op === 'in' ? comparison.values.map(String) : [])
