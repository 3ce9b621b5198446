import type { Db } from '#server/db/database.ts'
import { toAccountName } from '#server/finance/account-store.ts'
import { countWorkingDays } from '#server/finance/matching/line-views.ts'
import { listSenders, listTransitAccounts, readNewestInTransit } from '#server/finance/matching/transit-store.ts'
import type { InTransit } from '#shared/finance/matching/views.ts'
import { add } from '#shared/money.ts'

/** Number of postings read at once, and how often: money in transit is among the newest. */
const rowsPerSlice = 100
const maxSlices = 20

/** The payouts that providers sent and no bank has, in each currency that has any. */
export async function listInTransit(db: Db, today: string): Promise<InTransit[]> {
  const found: InTransit[] = []
  for (const account of await listTransitAccounts(db)) {
    const { currency, balance_minor } = account
    if (balance_minor === 0) continue
    const items = await readItems(db, account)
    const senders = new Map(
      (
        await listSenders(
          db,
          items.map(({ entry_seq }) => entry_seq),
        )
      ).map((each) => [each.entry_seq, each.provider]),
    )
    found.push({
      account: toAccountName(account),
      currency,
      balanceMinor: balance_minor,
      items: items.map(({ entry_seq, accounting_day, amount_minor }) => ({
        entry: entry_seq,
        day: accounting_day,
        provider: senders.get(entry_seq) ?? '',
        amountMinor: amount_minor,
        ageDays: countWorkingDays(accounting_day, today),
      })),
    })
  }
  return found
}

/** The open postings that add up to the balance of an account, the oldest first. Reading ends once they do. */
async function readItems(db: Db, { id, balance_minor }: { id: string; balance_minor: number }) {
  const items: Awaited<ReturnType<typeof readNewestInTransit>>['open'] = []
  let sumMinor = 0
  let before: Awaited<ReturnType<typeof readNewestInTransit>>['next']
  for (let slice = 0; slice < maxSlices; slice++) {
    const { open, next } = await readNewestInTransit(db, id, before, rowsPerSlice)
    for (const item of open) {
      if (sumMinor === balance_minor && items.length > 0) break
      items.push(item)
      sumMinor = add(sumMinor, item.amount_minor)
    }
    if (sumMinor === balance_minor || !next) break
    before = next
  }
  return items.toReversed()
}
