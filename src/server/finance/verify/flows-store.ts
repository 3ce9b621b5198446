import type { Db } from '#server/db/database.ts'
import { maxViolations } from '#server/finance/verify/findings.ts'
import { keySlices } from '#server/db/key-slices.ts'
import { sql } from 'kysely'

/**
 * Compares `ledger_entry_flows` with the postings of the entries above `after` and not above `through`. Returns how many rows there must
 * be, and the entries and currencies that have none or another one.
 */
export async function compareFlows(
  db: Db,
  after: number,
  through: number,
): Promise<{ count: number; wrong: { seq: number; currency: string }[] }> {
  const { rows } = await sql<{ seq: number; currency: string; matching: number }>`
    with ${expectedFlows(after, through)}
    select seq, currency, (
      select count(*) from ledger_entry_flows as flow
      where flow.currency = expected.currency and flow.account_id = expected.account_id and flow.kind = expected.kind
        and flow.flow = case when moved_in <> 0 then 'in' when moved_out <> 0 then 'out' else 'none' end
        and flow.accounting_day = expected.accounting_day and flow.occurred_at = expected.occurred_at
        and flow.entry_seq = expected.seq and flow.in_minor = moved_in and flow.out_minor = moved_out
    ) as matching
    from expected order by seq`.execute(db)
  return { count: rows.length, wrong: rows.filter(({ matching }) => matching !== 1).slice(0, maxViolations) }
}

/** What `splitFlows` says of each entry: a row for each currency, and one for each account of own money. */
const expectedFlows = (after: number, through: number) => sql`
  moves as (
    select entry.seq, account.currency, posting.account_id, is_money_account, position, entry.kind, entry.accounting_day,
      entry.occurred_at, case when reverses is null then 1 else -1 end as direction,
      is_money_account * amount_minor * case when reverses is null then 1 else -1 end as amount
    from ledger_entries as entry
    join ledger_postings as posting on posting.entry_seq = entry.seq
    join ledger_accounts as account on account.id = posting.account_id
    where entry.seq > ${after} and entry.seq <= ${through}
  ),
  nets as (select *, sum(amount) over (partition by seq, currency) as net from moves),
  sides as (select *, case when (amount > 0) = (net > 0) and net <> 0 then abs(amount) else 0 end as side from nets),
  rests as (
    select *, abs(net) - (sum(side) over (partition by seq, currency order by position) - side) as rest from sides
  ),
  parts as (
    select *, direction * case when rest <= 0 then 0 when side < rest then side else rest end as part from rests
  ),
  expected as (
    select seq, currency, '' as account_id, kind, accounting_day, occurred_at,
      sum(case when net > 0 then part else 0 end) as moved_in, sum(case when net < 0 then part else 0 end) as moved_out
    from parts group by seq, currency, kind, accounting_day, occurred_at
    union all
    select seq, currency, account_id, kind, accounting_day, occurred_at,
      sum(case when net > 0 then part else 0 end), sum(case when net < 0 then part else 0 end)
    from parts where is_money_account = 1 group by seq, currency, account_id, kind, accounting_day, occurred_at
  )`

export async function countFlows(db: Db): Promise<number> {
  const primaryKey = ['currency', 'account_id', 'kind', 'flow', 'accounting_day', 'occurred_at', 'entry_seq']
  let count = 0
  for await (const { rows } of keySlices(db, { name: 'ledger_entry_flows', primaryKey })) count += rows
  return count
}
