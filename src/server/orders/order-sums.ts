import type { Db } from '#server/db/database.ts'
import * as store from '#server/orders/counts-store.ts'

/** The number of orders and their sum in minor units; null if the sum is too large for an exact number. */
export interface OrderSum {
  count: number
  totalMinor: number | null
}

/**
 * The orders in a currency that were placed from one day through another, `YYYY-MM-DD`, and are neither drafts nor cancelled, by where they
 * come from, the most orders first.
 */
export async function sumOrdersBySource(
  db: Db,
  currency: string,
  { from, to }: { from: string; to: string },
): Promise<(OrderSum & { source: string })[]> {
  const days = [currency, from, to]
  const sums = await store.selectSourceSums(db, [...days, ...days])
  return sums.filter(({ count }) => count > 0).map(({ source, ...sum }) => ({ source, ...toOrderSum(sum) }))
}

/** The orders in a currency that were placed from `from` until before `until`, ms, and are neither drafts nor cancelled; it looks at each order of the time. */
export async function sumOrdersBetween(db: Db, currency: string, from: number, until: number): Promise<OrderSum> {
  const [counted] = await store.selectSumBetween(db, [currency, from, until])
  return toOrderSum(counted ?? { count: 0, millions: 0, rest: 0 })
}

/** The newest day on which an order in a currency was placed that is neither a draft nor cancelled. */
export async function findLatestOrderDay(db: Db, currency: string): Promise<string | undefined> {
  const days = [currency, '', '9999-12-31']
  const [latest] = await store.selectLatestDay(db, [...days, ...days])
  return latest?.day
}

function toOrderSum({ count, millions, rest }: store.SumRow): OrderSum {
  const totalMinor = millions * 1_000_000 + rest
  return { count, totalMinor: Number.isSafeInteger(totalMinor) ? totalMinor : null }
}
