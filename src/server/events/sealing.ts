import type { Kontor } from '#server/context.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { afterCommit } from '#server/db/after-commit.ts'
import { hashEvent } from '#server/events/hash-event.ts'
import * as store from '#server/events/seal-store.ts'

type Deps = Pick<Kontor, 'database' | 'log'>

/** Events within this time are sealed together, because a commit for each would cost more than the events themselves. */
const sealDelayMs = 100
/** How often events left by other processes are sealed. */
const sealIntervalMs = 60_000
/** Events per transaction: few, so that other writers of SQLite wait only a few milliseconds. */
const batchSize = 200

/** The sealing of one database by this process: one run at a time, and at most one more that follows it. */
interface Sealing {
  running: Promise<void>
  isScheduled: boolean
  /** Starts the scheduled run at once. */
  skipDelay: () => void
}
const sealings = new WeakMap<Database, Sealing>()

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

/** Resolves once everything is sealed that was recorded before the call. A failure is logged: the next run seals the rest. */
export function scheduleSealing(deps: Deps, delayMs: number): Promise<void> {
  const { database, log } = deps
  const sealing = sealings.get(database) ?? startTracking(deps)
  if (sealing.isScheduled) return sealing.running
  sealing.isScheduled = true
  const previous = sealing.running
  sealing.running = (async () => {
    await previous
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, delayMs)
      sealing.skipDelay = () => {
        clearTimeout(timer)
        resolve()
      }
    })
    sealing.isScheduled = false
    await sealEvents(database).catch((error: unknown) => log.warn('events not sealed', { error: String(error) }))
  })()
  return sealing.running
}

/** Makes `close` of the database wait for the scheduled run, which then skips its delay. */
function startTracking({ database }: Deps): Sealing {
  const sealing: Sealing = { running: Promise.resolve(), isScheduled: false, skipDelay: () => {} }
  sealings.set(database, sealing)
  database.beforeClose(() => {
    sealing.skipDelay()
    return sealing.running
  })
  return sealing
}

/** Seals in short transactions until no event waits. */
async function sealEvents(database: Database): Promise<void> {
  while (await store.hasUnsealedEvents(database.read)) {
    await database.inReadCommitted(sealBatch)
    await Bun.sleep(0)
  }
}

async function sealBatch(transaction: Transaction): Promise<void> {
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
}
