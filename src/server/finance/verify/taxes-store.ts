import type { Db } from '#server/db/database.ts'
import { maxViolations } from '#server/finance/verify/findings.ts'
import { keySlices } from '#server/db/key-slices.ts'
import { revenueRoles } from '#shared/finance/order-balances.ts'
import { sql } from 'kysely'

/**
 * Compares `ledger_entry_taxes` with the postings of the entries above `after` and not above `through`: the shares of an entry of an order add up
 * to the revenue and the tax that it posts. Returns how many rows belong to such entries, and the entries whose rows do not add up.
 */
export async function compareTaxes(
  db: Db,
  after: number,
  through: number,
): Promise<{ count: number; wrong: { seq: number }[] }> {
  const roles = sql.join(revenueRoles.map((role) => sql.lit(role)))
  // A scalar subquery: as a join, SQLite begins with the links of all orders.
  const expected = sql`
    select entry.seq, account.currency, entry.accounting_day,
      -sum(case when account.role in (${roles}) then amount_minor else 0 end) as net_minor,
      -sum(case when account.role = 'tax' then amount_minor else 0 end) as tax_minor
    from ledger_entries as entry
    join ledger_postings as posting on posting.entry_seq = entry.seq
    join ledger_accounts as account on account.id = posting.account_id
    where entry.seq > ${after} and entry.seq <= ${through} and (
      select 1 from ledger_links as link where link.entry_seq = entry.seq and link.type = 'order' limit 1
    ) is not null
    group by entry.seq, account.currency, entry.accounting_day`
  const actual = sql`
    select entry_seq, currency, accounting_day, sum(net_minor) as net_minor, sum(tax_minor) as tax_minor, count(*) as shares
    from ledger_entry_taxes where entry_seq > ${after} and entry_seq <= ${through}
    group by entry_seq, currency, accounting_day`
  const { rows } = await sql<{ seq: number; shares: number; matching: number }>`
    select seq, coalesce(shares, 0) as shares,
      case when coalesce(actual.net_minor, 0) = expected.net_minor
        and coalesce(actual.tax_minor, 0) = expected.tax_minor then 1 else 0 end as matching
    from (${expected}) as expected
    left join (${actual}) as actual on actual.entry_seq = expected.seq and actual.currency = expected.currency
      and actual.accounting_day = expected.accounting_day
    order by seq`.execute(db)
  return {
    count: rows.reduce((sum, { shares }) => sum + shares, 0),
    wrong: rows.filter(({ matching }) => matching !== 1).slice(0, maxViolations),
  }
}

export async function countTaxes(db: Db): Promise<number> {
  let count = 0
  for await (const { rows } of keySlices(db, { name: 'ledger_entry_taxes', primaryKey: ['entry_seq', 'tax_rate'] }))
    count += rows
  return count
}
