import type { Db } from '#server/db/database.ts'
import { creditSide, debitSide } from '#server/db/posting-sides.ts'
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
  const expected = sql`
    select entry.seq, account.currency, entry.kind, entry.accounting_day, entry.occurred_at, entry.reverses,
      sum(is_money_account * amount_minor) as amount_minor
    from ledger_entries as entry
    join ledger_postings as posting on posting.entry_seq = entry.seq
    join ledger_accounts as account on account.id = posting.account_id
    where entry.seq > ${after} and entry.seq <= ${through}
    group by entry.seq, account.currency, entry.kind, entry.accounting_day, entry.occurred_at, entry.reverses`
  const moved = sql`
    select seq, currency, kind, accounting_day, occurred_at, ${debitSide} as moved_in, ${creditSide} as moved_out
    from (${expected}) as net`
  const { rows } = await sql<{ seq: number; currency: string; matching: number }>`
    select seq, currency, (
      select count(*) from ledger_entry_flows as flow
      where flow.currency = expected.currency and flow.kind = expected.kind
        and flow.flow = case when moved_in <> 0 then 'in'
          when moved_out <> 0 then 'out' else 'none' end
        and flow.accounting_day = expected.accounting_day and flow.occurred_at = expected.occurred_at
        and flow.entry_seq = expected.seq and flow.in_minor = moved_in and flow.out_minor = moved_out
    ) as matching
    from (${moved}) as expected order by seq`.execute(db)
  return { count: rows.length, wrong: rows.filter(({ matching }) => matching !== 1).slice(0, maxViolations) }
}

export async function countFlows(db: Db): Promise<number> {
  const primaryKey = ['currency', 'kind', 'flow', 'accounting_day', 'occurred_at', 'entry_seq']
  let count = 0
  for await (const { rows } of keySlices(db, { name: 'ledger_entry_flows', primaryKey })) count += rows
  return count
}
