import type { RequestContext } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { findClosedThrough } from '#server/finance/closing/period-store.ts'
import { monthOf } from '#shared/finance/closing/periods.ts'
import { invalidInput } from '#shared/problem.ts'
import { dayOf, timeAt } from '#shared/time.ts'

/** Throws `invalid-input` for days to come, and for those before 2000. */
export function requirePastDay({ kontor }: RequestContext, day: string | null): void {
  if (day === null) return
  if (day > dayOf(kontor.now(), kontor.book.timeZone)) throw invalidInput({ pointer: '/day', reason: 'day-in-future' })
  if (day < '2000-01-01') throw invalidInput({ pointer: '/day', reason: 'too-long-ago' })
}

/** Throws `invalid-input` for a day in a closed month. */
export async function requireOpenDay(transaction: Transaction, day: string | null): Promise<void> {
  if (day !== null && day <= (await findClosedThrough(transaction)))
    throw invalidInput({ pointer: '/day', reason: 'month-closed', parameters: { month: monthOf(day) } })
}

/** Now for today and without a day, else noon. */
export function toOccurredAt(context: RequestContext, day: string | null): number {
  const { now, book } = context.kontor
  requirePastDay(context, day)
  const at = now()
  return day === null || day === dayOf(at, book.timeZone) ? at : timeAt(day, 12 * 3_600_000, book.timeZone)
}
