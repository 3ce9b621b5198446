import { createOperatorContext, type Kontor } from '#server/context.ts'
import { changeOrder } from '#server/orders/change-order.ts'
import { listDueHolds } from '#server/orders/hold-store.ts'
import { toRelease } from '#server/orders/lifecycle-actions.ts'
import { runPeriodically } from '#server/runtime/run-periodically.ts'
import { ProblemError } from '#shared/problem.ts'
import { dayOf } from '#shared/time.ts'

const intervalMs = 60_000

/**
 * Releases the orders whose hold ends today in the book's time zone, or has ended while no server was running. Each order is looked at
 * again in its own transaction, so several servers release it once.
 */
export async function releaseDueOrders(kontor: Kontor): Promise<void> {
  const today = dayOf(kontor.now(), kontor.book.timeZone)
  const context = createOperatorContext(kontor)
  for (const number of await listDueHolds(kontor.database.read, today))
    await changeOrder(context, { number }, (order) => {
      const isDue = order.status === 'on_hold' && order.hold_until !== '' && order.hold_until <= today
      return isDue ? toRelease(order) : undefined
    }).catch((error: unknown) => {
      // Someone else changed it at the same moment: the next run looks again.
      if (!(error instanceof ProblemError)) throw error
    })
}

/** Releases orders from now on, every minute. */
export const startReleasingOrders = (kontor: Kontor): ReturnType<typeof setInterval> =>
  runPeriodically(() => releaseDueOrders(kontor), kontor, { intervalMs, failureEvent: 'orders not released' })
