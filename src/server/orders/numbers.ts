import type { Transaction } from '#server/db/database.ts'
import { incrementCounters } from '#server/orders/number-store.ts'
import { dayOf } from '#shared/time.ts'

/** Number prefixes: orders, payments, refunds, shipments, returns. */
export type NumberKind = 'SO' | 'PY' | 'RF' | 'SH' | 'RT'

/**
 * Allocates one number per time, in order: `SO260923-00042` is the 42nd of that day in the zone. Runs in the transaction that uses the
 * numbers, so that none is used twice; beyond 99,999 per day the numbers have more digits.
 */
export async function allocateNumbers(
  transaction: Transaction,
  zone: string,
  kind: NumberKind,
  times: readonly number[],
): Promise<string[]> {
  if (times.length === 0) return []
  const keys = times.map((time) => kind + dayOf(time, zone).replaceAll('-', '').slice(-6))
  const increments = new Map<string, number>()
  for (const key of keys) increments.set(key, (increments.get(key) ?? 0) + 1)
  const next = await incrementCounters(transaction, increments)
  for (const [key, count] of increments) next.set(key, (next.get(key) ?? 0) - count)
  return keys.map((key) => {
    const value = (next.get(key) ?? 0) + 1
    next.set(key, value)
    return `${key}-${String(value).padStart(5, '0')}`
  })
}
