import type { Kontor } from '#server/context.ts'
import { type AccountPurpose, resolveAccounts } from '#server/finance/accounts.ts'
import { sql } from 'kysely'
import { inLongTransaction } from './long-transaction.ts'

const postingsPerEntry = 3
const batch = 100_000
const firstDay = Date.UTC(2023, 0, 1)
const days = 1_095
const providers = ['Alipay', 'wechat', 'Card', 'PayPal', 'Stripe']

/**
 * Adds entries directly, with the sums of their days and months but without hashes: three years of payments by five providers, a thirtieth of them
 * refunded, and rent every fiftieth time. Returns the code of an account that most of them post to.
 */
export async function fillLedger({ database, book }: Kontor, postingCount: number): Promise<string> {
  const currency = sql.lit(book.currency)
  const purpose = (role: AccountPurpose['role'], provider = ''): AccountPurpose => ({
    role,
    provider,
    currency: book.currency,
  })
  const clearing = providers.map((provider) => purpose('clearing', provider))
  const others = (['transit', 'sales', 'shipping', 'returns', 'rent', 'bank_fee'] as const).map((role) => purpose(role))
  await database.inTransaction(async (transaction) => {
    const idOf = await resolveAccounts(transaction, book.currency, [...clearing, ...others])
    await sql`create table bench_accounts (name text primary key, id text)`.execute(transaction)
    for (const each of [...clearing, ...others])
      await sql`insert into bench_accounts values (${each.role === 'clearing' ? `clearing ${clearing.indexOf(each)}` : each.role}, ${idOf(each)})`.execute(
        transaction,
      )
    await sql`create table bench_entries (seq bigint, n bigint, kind text, day text, at bigint)`.execute(transaction)
  })
  const { head_seq: head } = await database.read.selectFrom('book').select('head_seq').executeTakeFirstOrThrow()
  const entryCount = Math.floor(postingCount / postingsPerEntry)
  const dayNumber = sql`n * ${sql.lit(days)} / ${sql.lit(entryCount)}`
  const seconds = sql`${sql.lit(firstDay / 1000)} + ${dayNumber} * 86400`
  const day =
    database.dialect === 'sqlite'
      ? sql`date(${seconds}, 'unixepoch')`
      : sql`to_char(to_timestamp(${seconds}) at time zone 'UTC', 'YYYY-MM-DD')`
  for (let from = 0; from < entryCount; from += batch) {
    const [first, last] = [sql.lit(from), sql.lit(Math.min(from + batch, entryCount) - 1)]
    await inLongTransaction(database, async (transaction) => {
      await sql`delete from bench_entries`.execute(transaction)
      await sql`
        insert into bench_entries
        with recursive numbers (n) as (select cast(${first} as bigint) union all select n + 1 from numbers where n < ${last})
        select ${sql.lit(head)} + 1 + n, n,
          case when n % 30 = 7 then 'refund.succeeded' when n % 50 = 3 then 'entry.manual' else 'payment.captured' end,
          ${day}, (${seconds}) * 1000 + n % 80000 * 1000
        from numbers`.execute(transaction)
      await sql`
        insert into ledger_entries (seq, kind, accounting_day, occurred_at, recorded_at, memo, source, external_id, posting_count, previous_hash, hash)
        select seq, kind, day, at, at, 'bench ' || n, 'bench', n, 3, '', '' from bench_entries`.execute(transaction)
      await sql`
        insert into ledger_postings
        select id, seq, day, at, seq, position, amount, 0 from (
          select seq, day, at, 1 as position,
            case kind when 'entry.manual' then 'rent' when 'refund.succeeded' then 'returns' else 'clearing ' || (n % 5) end as name,
            case kind when 'payment.captured' then 1000 + n % 7919 else 500 + n % 7919 end as amount from bench_entries
          union all
          select seq, day, at, 2, case kind when 'entry.manual' then 'bank_fee' else 'shipping' end,
            case kind when 'payment.captured' then -500 else 500 end from bench_entries
          union all
          select seq, day, at, 3,
            case kind when 'entry.manual' then 'transit' when 'refund.succeeded' then 'clearing ' || (n % 5) else 'sales' end,
            case kind when 'payment.captured' then -500 - n % 7919 else -1000 - n % 7919 end from bench_entries
        ) as generated join bench_accounts using (name)`.execute(transaction)
      await sql`
        insert into ledger_entry_flows
        select ${currency}, account_id, kind, case kind when 'payment.captured' then 'in' else 'out' end, day, at, seq,
          case kind when 'payment.captured' then 1000 + n % 7919 else 0 end,
          case kind when 'payment.captured' then 0 else 1000 + n % 7919 end
        from (
          select '' as account_id, bench_entries.* from bench_entries
          union all
          select id, bench_entries.* from bench_entries join bench_accounts
            on name = case kind when 'entry.manual' then 'transit' else 'clearing ' || (n % 5) end
        ) as moved`.execute(transaction)
      await sql`
        insert into ledger_entry_taxes
        select seq, '0', ${currency}, day, case kind when 'payment.captured' then 1000 + n % 7919 else -1000 - n % 7919 end, 0
        from bench_entries where kind <> 'entry.manual'`.execute(transaction)
    })
  }
  await inLongTransaction(database, async (transaction) => {
    await sql`delete from ledger_day_totals`.execute(transaction)
    await sql`
      insert into ledger_day_totals
      select account_id, posting.accounting_day, kind,
        sum(case when amount_minor > 0 then amount_minor else 0 end), sum(case when -amount_minor > 0 then -amount_minor else 0 end), sum(case when amount_minor > 0 then 1 else 0 end), sum(case when amount_minor < 0 then 1 else 0 end),
        sum(is_money_account * case when amount_minor > 0 then amount_minor else 0 end), sum(is_money_account * case when -amount_minor > 0 then -amount_minor else 0 end),
        sum(case when amount_minor > 0 then is_money_account else 0 end), sum(case when amount_minor < 0 then is_money_account else 0 end)
      from ledger_postings as posting join ledger_entries on seq = entry_seq join ledger_accounts on id = account_id
      group by account_id, posting.accounting_day, kind`.execute(transaction)
    await sql`delete from ledger_month_totals`.execute(transaction)
    await sql`
      insert into ledger_month_totals
      select account_id, substr(accounting_day, 1, 8) || '01' as month, kind, sum(debit_minor), sum(credit_minor), sum(debit_count),
        sum(credit_count), sum(in_minor), sum(out_minor), sum(in_count), sum(out_count)
      from ledger_day_totals group by account_id, month, kind`.execute(transaction)
    await sql`
      update ledger_accounts set
        balance_minor = coalesce((select sum(debit_minor - credit_minor) from ledger_day_totals where account_id = id), 0),
        posting_count = coalesce((select sum(debit_count + credit_count) from ledger_day_totals where account_id = id), 0)
    `.execute(transaction)
    await sql`update book set head_seq = ${head + entryCount}`.execute(transaction)
    await sql`drop table bench_entries`.execute(transaction)
    await sql`analyze`.execute(transaction)
  })
  const { code } = await database.read
    .selectFrom('ledger_accounts')
    .select('code')
    .orderBy('posting_count', 'desc')
    .where('role', '=', 'clearing')
    .executeTakeFirstOrThrow()
  return code
}
