import { type CachedQuery, cachedQuery } from '#server/db/cached-query.ts'
import type { Db } from '#server/db/database.ts'
import { keySlices } from '#server/db/key-slices.ts'
import { bounds, type EntryRange } from '#server/self-check/finance/entries-store.ts'
import { maxViolations } from '#server/self-check/findings.ts'
import { sql } from 'kysely'

interface WrongFlow {
  seq: number
  currency: string
}

/**
 * The first entries and currencies of a slice for which `ledger_entry_flows` has no row or another one than their postings say. With
 * `hasTransfers`, some entries move money in several accounts.
 */
export async function findWrongFlows(db: Db, slice: EntryRange, hasTransfers: boolean): Promise<WrongFlow[]> {
  const ends = bounds(slice)
  const wrong = await findWrong(db, ends)
  return hasTransfers ? [...wrong, ...(await findWrongTransfers(db, [...ends, ...ends]))] : wrong
}

/** -1 where money that moves takes back what moved before: that of reversals, and of settlements in another currency what is not on their side (`countedSides`). */
const direction = sql`case
        when entry.kind = 'payment.settled' then case when sum(is_money_account * amount_minor) < 0 then -1 else 1 end
        when entry.kind = 'refund.settled' then case when sum(is_money_account * amount_minor) > 0 then -1 else 1 end
        when reverses is null then 1 else -1 end`

/**
 * What entries move in a currency; `net` is signed as if a reversal were not one, and 0 for opening balances and exchanged money, and `moved` counts postings to money accounts. Cross joins keep the order of the
 * tables on SQLite, whose statistics of many postings say that an account has few: it read all postings of all accounts for each slice.
 */
const sums = sql`
  sums as materialized (
    select entry.seq, entry.kind, entry.accounting_day, entry.occurred_at, account.currency, sum(is_money_account) as moved,
      ${direction} as direction,
      max(case when is_money_account = 1 then posting.account_id else '' end) as account_id,
      sum(is_money_account * amount_minor) * ${direction}
        * min(case when role = 'opening' or entry.kind = 'currency.exchanged' then 0 else 1 end) as net
    from ledger_entries as entry
    cross join ledger_postings as posting
    cross join ledger_accounts as account
    where entry.seq > ${0} and entry.seq <= ${0} and posting.entry_seq = entry.seq and account.id = posting.account_id
    group by entry.seq, account.currency
  )`

/** Rows of `expected` that the table does not have. */
const missing = sql`
  select seq, currency from expected where not exists (
    select 1 from ledger_entry_flows as flow
    where flow.currency = expected.currency and flow.account_id = expected.account_id and flow.kind = expected.kind
      and flow.flow = case when moved_in <> 0 then 'in' when moved_out <> 0 then 'out' else 'none' end
      and flow.accounting_day = expected.accounting_day and flow.occurred_at = expected.occurred_at
      and flow.entry_seq = expected.seq and flow.in_minor = moved_in and flow.out_minor = moved_out
  ) order by seq limit ${sql.lit(maxViolations)}`

/** The currencies of entries, and their money accounts where there is one. */
const findWrong: CachedQuery<WrongFlow> = cachedQuery((db) =>
  sql<WrongFlow>`
    with ${sums},
    expected as (
      select seq, currency, '' as account_id, kind, accounting_day, occurred_at,
        case when net > 0 then net * direction else 0 end as moved_in, case when net < 0 then -net * direction else 0 end as moved_out
      from sums
      union all
      select seq, currency, account_id, kind, accounting_day, occurred_at,
        case when net > 0 then net * direction else 0 end, case when net < 0 then -net * direction else 0 end
      from sums where moved = 1
    )
    ${missing}`.compile(db),
)

/** The money accounts of entries that move several: as `splitFlows` says, the first ones in the direction of `net` count. */
const findWrongTransfers: CachedQuery<WrongFlow> = cachedQuery((db) =>
  sql<WrongFlow>`
    with ${sums},
    moves as (
      select sums.seq, sums.currency, sums.kind, sums.accounting_day, sums.occurred_at, sums.direction, sums.net, posting.account_id, position,
        case when (amount_minor * direction > 0) = (net > 0) and net <> 0 then abs(amount_minor) else 0 end as side
      from ledger_postings as posting
      cross join ledger_accounts as account
      cross join sums
      where posting.entry_seq > ${0} and posting.entry_seq <= ${0} and account.id = posting.account_id and account.is_money_account = 1
        and sums.seq = posting.entry_seq and sums.currency = account.currency and sums.moved > 1
    ),
    rests as (
      select *, abs(net) - (sum(side) over (partition by seq, currency order by position) - side) as rest from moves
    ),
    parts as (
      select *, direction * case when rest <= 0 then 0 when side < rest then side else rest end as part from rests
    ),
    expected as (
      select seq, currency, account_id, kind, accounting_day, occurred_at,
        sum(case when net > 0 then part else 0 end) as moved_in, sum(case when net < 0 then part else 0 end) as moved_out
      from parts group by seq, currency, account_id, kind, accounting_day, occurred_at
    )
    ${missing}`.compile(db),
)

/** How many rows there are. */
export async function countFlows(db: Db): Promise<number> {
  const primaryKey = ['currency', 'account_id', 'kind', 'flow', 'accounting_day', 'occurred_at', 'entry_seq']
  let count = 0
  for await (const { rows } of keySlices(db, { name: 'ledger_entry_flows', primaryKey })) count += rows
  return count
}

/** How many rows `ledger_entry_taxes` has. */
export async function countTaxRows(db: Db): Promise<number> {
  let count = 0
  for await (const { rows } of keySlices(db, { name: 'ledger_entry_taxes', primaryKey: ['entry_seq', 'tax_rate'] }))
    count += rows
  return count
}
