import type { Db } from '#server/db/database.ts'
import { concatRanges, mergeRanges, startAfterKey } from '#server/db/list-query.ts'
import type { WithDays } from '#server/finance/entry-days.ts'
import { isRowInDays } from '#server/finance/entry-days-query.ts'
import type { EntryRange } from '#server/finance/entries-ranges.ts'
import { moneyAccountIds } from '#server/finance/flow-groups-store.ts'
import { orNone, selectTotals } from '#server/finance/totals-store.ts'
import { findEntries as findEntriesByNumber } from '#server/finance/store.ts'
import type { RowKey } from '#server/list/keyset-page.ts'
import { countLimit } from '#shared/constants.ts'
import { includesFlow } from '#shared/finance/entries-list.ts'
import type { EntriesQuery } from '#shared/finance/inputs.ts'
import type { EntryList, EntryView } from '#shared/finance/views.ts'
import type { OpenDays } from '#shared/finance/whole-months.ts'
import { sql } from 'kysely'

interface Slice {
  days: OpenDays
  direction: 'asc' | 'desc'
  after: RowKey | undefined
  limit: number
}

/**
 * Up to `limit` entries of the ranges after a key `[accountingDay, occurredAt, number]`. With `accountIds` their flows are those of these accounts.
 */
export async function findEntries(
  db: Db,
  ranges: readonly EntryRange[],
  { days, direction, after, limit }: Slice,
  accountIds?: readonly string[],
): Promise<EntryView[]> {
  // An entry lies in a range of each of its currencies, or of its accounts.
  const rowLimit = limit * countOverlaps(ranges)
  const selected = ranges.map((range) => startAfterKey(entriesIn(db, range, days).select(key), key, direction, after))
  const found = (await mergeRanges(db, selected, key, { direction, limit: rowLimit })?.execute()) ?? []
  const numbers = [...new Set(found.map(({ entry_seq }) => entry_seq))].slice(0, limit)
  const entries = await findEntriesByNumber(db, numbers, accountIds)
  return numbers.flatMap((number) => entries.get(number) ?? [])
}

const key = ['accounting_day', 'occurred_at', 'entry_seq'] as const

/** How many entries of the ranges match, counted up to one above `countLimit`. */
export async function countEntries(db: Db, ranges: readonly EntryRange[], days: OpenDays): Promise<number> {
  const matching = concatRanges(ranges.map((range) => entriesIn(db, range, days).select('entry_seq')))
  if (!matching) return 0
  const { count } = await db
    .selectFrom(matching.limit(countLimit + 1).as('counted'))
    .select(({ fn }) =>
      (countOverlaps(ranges) === 1 ? fn.countAll<number>() : fn.count<number>('entry_seq').distinct()).as('count'),
    )
    .executeTakeFirstOrThrow()
  return count
}

/** In how many ranges one entry can lie. */
const countOverlaps = (ranges: readonly EntryRange[]): number =>
  new Set(ranges.map(({ currency, account_id }) => `${currency} ${account_id}`)).size

const entriesIn = (db: Db, { currency, account_id, kind, flow }: EntryRange, days: OpenDays) =>
  db
    .selectFrom('ledger_entry_flows')
    .where('currency', '=', currency)
    .where('account_id', '=', account_id)
    .where('kind', '=', kind)
    .where('flow', '=', flow)
    .where(isRowInDays(days))

/**
 * The combinations of currency, kind and flow that entries have, in one currency if it is given, or of account, kind and flow for some
 * accounts: one index lookup for each kind, then one for each combination that is possible. Scalar subqueries, because for `exists` PostgreSQL
 * may read all entries.
 */
export async function listRangeValues(
  db: Db,
  currency?: string,
  accountIds?: readonly string[],
): Promise<EntryRange[]> {
  const isWanted = currency === undefined ? sql`1 = 1` : sql`currency = ${currency}`
  const scopes =
    accountIds === undefined
      ? sql`select distinct currency, '' from ledger_accounts where ${isWanted}`
      : sql`select currency, id from ledger_accounts where ${isWanted} and id in (${sql.join(orNone(accountIds))})`
  const { rows } = await sql<EntryRange>`
    with recursive kinds (kind) as (
      select min(kind) from ledger_entries
      union all
      select (select min(kind) from ledger_entries where ledger_entries.kind > kinds.kind) from kinds where kinds.kind is not null
    ),
    scopes (currency, account_id) as (${scopes}),
    flows (flow) as (values ('in'), ('out'), ('none'))
    select currency, account_id, kind, flow from scopes cross join kinds cross join flows
    where (
      select 1 from ledger_entry_flows as entry
      where entry.currency = scopes.currency and entry.account_id = scopes.account_id
        and entry.kind = kinds.kind and entry.flow = flows.flow limit 1
    ) is not null`.execute(db)
  return rows
}

/**
 * In and out of money accounts over everything that matches, by currency; read from the totals of the days, never from the postings.
 * With a filter by flow the other direction is zero, and with `accountIds` only what these accounts moved counts. `count` is how
 * often entries moved money accounts: an entry counts once for each account.
 */
export async function sumTotals(
  db: Db,
  { days, currency, kind: kinds, flow }: WithDays<EntriesQuery>,
  accountIds?: readonly string[],
): Promise<EntryList['totals']> {
  const sumIf = (isIncluded: boolean, column: 'in_minor' | 'out_minor' | 'in_count' | 'out_count') =>
    isIncluded ? sql<number>`sum(${sql.ref(`total.${column}`)})` : sql<number>`0`
  const [isIn, isOut] = [includesFlow(flow, 'in'), includesFlow(flow, 'out')]
  return db
    .selectFrom(selectTotals(db, moneyAccountIds(db, { currency, accountIds }), days))
    .innerJoin('ledger_accounts as account', 'account.id', 'total.account_id')
    .select([
      'account.currency',
      sumIf(isIn, 'in_minor').as('in'),
      sumIf(isOut, 'out_minor').as('out'),
      sql<number>`${sumIf(isIn, 'in_count')} + ${sumIf(isOut, 'out_count')}`.as('count'),
    ])
    .$if(kinds.length > 0, (query) => query.where('total.kind', 'in', kinds))
    .$if(flow === 'in' || flow === 'out', (query) => query.where(flow === 'in' ? 'in_count' : 'out_count', '<>', 0))
    .groupBy('account.currency')
    .orderBy('account.currency')
    .execute()
}
