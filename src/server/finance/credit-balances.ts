import { hasPermission } from '#server/auth/access.ts'
import type { RequestContext } from '#server/context.ts'
import { findKeptNumbers, findNewestNames } from '#server/customers/find-customer.ts'
import type { Db } from '#server/db/database.ts'
import { yieldToEventLoop } from '#server/runtime/event-loop.ts'
import type { AccountRow } from '#server/finance/account-store.ts'
import * as store from '#server/finance/store-credit-store.ts'
import { maskName } from '#server/orders/masking.ts'
import { type CreditBalances, maxCreditBalances } from '#shared/finance/account-views.ts'
import type { OpenDays } from '#shared/finance/whole-months.ts'
import { naturalBalance } from '#shared/finance/ledger.ts'

/** What each customer has on an account of store credit at the end of some days, now without one: the most first. The sum is the balance of the account. */
export async function readCreditBalances(
  context: RequestContext,
  account: AccountRow,
  { to, until }: OpenDays,
): Promise<CreditBalances> {
  const { read } = context.kontor.database
  const byNumber = await sumByCustomer(read, account.id, { to, until })
  const kept = await findKeptNumbers(read, [...byNumber.keys()])
  const sums = new Map<string, number>()
  for (const [number, minor] of byNumber) {
    const customer = kept.get(number) ?? number
    sums.set(customer, (sums.get(customer) ?? 0) + naturalBalance(account.type, minor))
  }
  const all = [...sums]
    .filter(([, minor]) => minor !== 0)
    .toSorted(([one, a], [other, b]) => b - a || (one < other ? -1 : 1))
  const shown = all.slice(0, maxCreditBalances)
  const names = await findNewestNames(
    read,
    shown.map(([customer]) => customer),
  )
  const isPersonal = hasPermission(context, 'customers.view_personal')
  return {
    rows: shown.map(([customer, balanceMinor]) => {
      const { name = '' } = names.get(customer) ?? {}
      return { customer, name: isPersonal ? name : maskName(name), balanceMinor }
    }),
    count: all.length,
    restMinor: all.slice(maxCreditBalances).reduce((sum, [, minor]) => sum + minor, 0),
  }
}

/** Postings that are read at once, few enough that other requests do not wait. */
const postingsPerTurn = 2_000

/** The sum of the postings by the number of the customer, debits positive. */
async function sumByCustomer(db: Db, accountId: string, days: OpenDays): Promise<Map<string, number>> {
  const sums = new Map<string, number>()
  for (let after: (string | number)[] | undefined; ;) {
    const part = await store.listCreditPostings(db, accountId, { days, after, limit: postingsPerTurn })
    for (const { customer, amount_minor } of part) sums.set(customer, (sums.get(customer) ?? 0) + amount_minor)
    const last = part.at(-1)
    if (!last || part.length < postingsPerTurn) return sums
    after = [last.accounting_day, last.occurred_at, last.entry_seq, last.position]
    await yieldToEventLoop()
  }
}
