import { inTransaction } from '#server/auth/access.ts'
import { purgeExpired } from '#server/auth/purge-expired.ts'
import { createOperatorContext, type Kontor } from '#server/context.ts'
import { yieldToEventLoop } from '#server/runtime/event-loop.ts'
import { recordEvents } from '#server/events/events.ts'
import { hashRemoval } from '#server/events/hash-removal.ts'
import * as store from '#server/events/retention-store.ts'
import { runPeriodically } from '#server/runtime/run-periodically.ts'

const intervalMs = 3_600_000
/** Events in one transaction, which takes 15 ms of CPU on SQLite. */
const batchSize = 250

/** Removes from now on what the retention of the configuration does not keep; undefined if it keeps everything. */
export function startRetention(kontor: Kontor): ReturnType<typeof setInterval> | undefined {
  const { auditRetentionMs } = kontor.config
  if (auditRetentionMs === undefined) return undefined
  const run = async (): Promise<void> => {
    // The self-check compares sessions with their logins.
    await purgeExpired(kontor)
    await removeExpiredEvents(kontor, kontor.now() - auditRetentionMs)
  }
  return runPeriodically(run, kontor, { intervalMs, failureEvent: 'audit log not shortened' })
}

/** Removes everything from before a time that may be removed, in transactions of their own, each with an event that says what it has removed. */
export async function removeExpiredEvents(kontor: Kontor, before: number): Promise<void> {
  while ((await removeBatch(kontor, before)) === batchSize) await yieldToEventLoop()
}

/** Returns how many it has removed. */
function removeBatch(kontor: Kontor, before: number): Promise<number> {
  const context = createOperatorContext(kontor)
  return inTransaction(context, async (transaction) => {
    const expired = await store.findExpiredEvents(transaction, before, batchSize)
    if (expired.length === 0) return 0
    const removal = hashRemoval()
    for (const seal of expired) removal.add(seal)
    const hash = removal.digest()
    await store.removeEvents(
      transaction,
      expired.map(({ id }) => id),
      hash,
    )
    const times = expired.map(({ at }) => at)
    await recordEvents(transaction, context, {
      action: 'events.removed',
      objectType: 'log',
      objectId: 'audit',
      objectLabel: '',
      parameters: {
        count: expired.length,
        from: new Date(Math.min(...times)).toISOString(),
        to: new Date(Math.max(...times)).toISOString(),
        hash,
      },
    })
    return expired.length
  })
}
