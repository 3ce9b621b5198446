import type { Db } from '#server/db/database.ts'
import { selectTotals } from '#server/finance/totals-store.ts'
import type { CurrencySummary, Flow } from '#shared/finance/views.ts'
import { add } from '#shared/money.ts'
import { addDays } from '#shared/time.ts'
import { sql } from 'kysely'

/**
 * Opening, in, out, transfers and closing of money accounts between two days, both inclusive, in every currency that was ever moved. It counts back from
 * the balances of today, because most periods are recent, by all that moved: not everything is in or out.
 */
export async function summarizeCurrencies(db: Db, from = '', to = lastDay): Promise<CurrencySummary[]> {
  const accounts = await db
    .selectFrom('ledger_accounts')
    .select(['id', 'currency', 'balance_minor'])
    .where('is_money_account', '=', 1)
    .where('posting_count', '>', 0)
    .orderBy('currency')
    .execute()
  const ids = accounts.map(({ id }) => id)
  const [during, after] = await Promise.all([
    sumDays(db, ids, from, to),
    to === lastDay ? new Map<string, DaySums>() : sumDays(db, ids, addDays(to, 1), lastDay),
  ])
  const sumAccounts = (sums: ReadonlyMap<string, DaySums>, own: typeof accounts): DaySums => {
    const flows = own.flatMap(({ id }) => sums.get(id) ?? [])
    const sumOf = (field: keyof DaySums): number => add(...flows.map((flow) => flow[field]))
    return { in: sumOf('in'), out: sumOf('out'), moved: sumOf('moved') }
  }
  return [...Map.groupBy(accounts, ({ currency }) => currency)].map(([currency, own]) => {
    const [{ in: received, out, moved }, later] = [sumAccounts(during, own), sumAccounts(after, own)]
    const net = received - out
    const closing = add(...own.map(({ balance_minor }) => balance_minor)) - later.moved
    return { currency, opening: closing - moved, in: received, out, net, transfers: moved - net, closing }
  })
}

const lastDay = '9999-12-31'

interface DaySums extends Flow {
  /** Debits less credits, also of what is neither in nor out. */
  moved: number
}

/** What moved in, out and in all on each account between two days, both inclusive, by account id; an account without any is missing. */
async function sumDays(db: Db, accountIds: readonly string[], from: string, to: string): Promise<Map<string, DaySums>> {
  if (accountIds.length === 0) return new Map()
  const sums = await db
    .selectFrom(selectTotals(db, accountIds, { from, to }))
    .select(({ fn }) => [
      'account_id',
      fn.sum<number>('in_minor').as('in'),
      fn.sum<number>('out_minor').as('out'),
      sql<number>`sum(debit_minor - credit_minor)`.as('moved'),
    ])
    .groupBy('account_id')
    .execute()
  return new Map(sums.map(({ account_id, ...flow }) => [account_id, flow]))
}
