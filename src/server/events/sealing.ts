import { yieldToEventLoop } from '#server/runtime/event-loop.ts'
import type { Kontor } from '#server/context.ts'
import { afterCommit } from '#server/db/after-commit.ts'
import { createBackgroundTask } from '#server/db/background-task.ts'
import type { Database, Db, Transaction } from '#server/db/database.ts'
import { hashEvent } from '#server/events/hash-event.ts'
import * as store from '#server/events/seal-store.ts'

type Deps = Pick<Kontor, 'database' | 'log'>

/** Events within this time are sealed together, because a commit for each would cost more than the events themselves. */
const sealDelayMs = 100
/** How often events left by other processes are sealed. */
const sealIntervalMs = 60_000
/** Events per transaction: as many as the import command records in one of its own, so that sealing keeps up with it. */
const batchSize = 1000

/** Seals what this transaction recorded, soon after it is committed. */
export const sealAfterCommit = (transaction: Transaction, deps: Deps): void =>
  afterCommit(transaction, () => void scheduleSealing(deps, sealDelayMs))

/**
 * Seals all waiting events, now and then periodically: those of this process, of one that was killed, and of other instances.
 * Stops when the timer is cleared.
 */
export function startSealing(deps: Deps): ReturnType<typeof setInterval> {
  void scheduleSealing(deps, 0)
  return setInterval(() => void scheduleSealing(deps, 0), sealIntervalMs)
}

/** Resolves once everything is sealed that was recorded before the call. */
export const scheduleSealing = createBackgroundTask(sealEvents, 'events not sealed')

/** Seals in short transactions until no event waits, or none of those that wait can be sealed: someone deleted them. */
async function sealEvents(database: Database): Promise<void> {
  while (await store.hasUnsealedEvents(database.read)) {
    if ((await database.inReadCommitted(sealBatch)) === 0) return
    await yieldToEventLoop()
  }
}

/** Returns how many it has sealed. */
async function sealBatch(transaction: Transaction): Promise<number> {
  const head = await store.lockChain(transaction)
  const events = await store.listUnsealedEvents(transaction, batchSize)
  let previousHash = head.hash
  const seals = events.map((event, index) => {
    const seq = head.seq + index + 1
    const seal = { seq, event_id: event.id, previous_hash: previousHash, hash: hashEvent(previousHash, seq, event) }
    previousHash = seal.hash
    return seal
  })
  await store.insertSeals(transaction, seals)
  return seals.length
}

/** How many events wait to be sealed. */
export async function countUnsealedEvents(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('unsealed_events')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
