import { dayMs } from '#shared/time.ts'

const minuteMs = 60_000
/** How long after each failed attempt the next one follows; all together about 24 hours. */
const retryDelaysMs = [0.5, 1, 2, 5, 15, 30, 60, 120, 240, 360, 600].map((minutes) => minutes * minuteMs)

/** When a delivery is tried again after this many attempts; undefined when that was the last one. */
export function nextAttemptAfter(attempts: number, now: number): number | undefined {
  const delayMs = retryDelaysMs[attempts - 1]
  return delayMs === undefined ? undefined : now + delayMs
}

/** The longest time after which a delivery is tried again. */
export const longestRetryMs = Math.max(...retryDelaysMs)
/** A webhook is switched off after its deliveries have failed for this long. */
export const switchOffAfterMs = 3 * dayMs
/** How long a server reserves a delivery for itself: longer than an attempt takes. */
export const leaseMs = minuteMs
/** After this many consecutive failures, a server only tries a webhook from time to time, with a single delivery. */
export const failuresBeforePause = 5
export const pauseMs = 30_000
/** How long deliveries are kept as a log. */
export const keepDeliveriesMs = 30 * dayMs
