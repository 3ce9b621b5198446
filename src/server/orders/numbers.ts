import type { Transaction } from '#server/db/database.ts'
import { incrementCounters } from '#server/orders/number-store.ts'
import { dayOf } from '#shared/time.ts'

/** Number prefixes: orders, payments, refunds, disputes, shipments, returns, customers, imports; invoices and credit notes, which are numbered by the year. */
export type NumberKind = 'SO' | 'PY' | 'RF' | 'DP' | 'SH' | 'RT' | 'CU' | 'IM' | YearlyKind
type YearlyKind = 'IN' | 'CN'

/**
 * Allocates one number per time, in order: `SO260923-00042` is the 42nd of that day in the zone, `IN2026-00042` of that year. Runs in the transaction that uses the
 * numbers, so that none is used twice; beyond 99,999 the numbers have more digits.
 */
export async function allocateNumbers(
  transaction: Transaction,
  zone: string,
  kind: NumberKind,
  times: readonly number[],
): Promise<string[]> {
  if (times.length === 0) return []
  const keys = times.map((time) => toKey(kind, dayOf(time, zone)))
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

/**
 * The key of the order with a number: 26092300000042 for `SO260923-00042`. Up to 99,999,999 orders of a day keys follow each other like numbers, and
 * SQLite stores them in six bytes.
 */
export function toOrderKey(number: string): number {
  const [, day = '', count = ''] = /^SO(\d{6})-(\d+)$/.exec(number) ?? []
  const key = Number(day + count.padStart(8, '0'))
  if (day === '' || !Number.isSafeInteger(key)) throw new Error(`${number} is not the number of an order`)
  return key
}

const toKey = (kind: NumberKind, day: string): string =>
  kind + (kind === 'IN' || kind === 'CN' ? day.slice(0, 4) : day.replaceAll('-', '').slice(-6))
