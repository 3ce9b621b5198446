import type { Db } from '#server/db/database.ts'
import { keySlices } from '#server/db/key-slices.ts'
import type { EventSealsTable, EventsTable } from '#server/db/schema/events.ts'
import { hashEvent } from '#server/events/hash-event.ts'
import { hashRemoval } from '#server/events/hash-removal.ts'
import * as store from '#server/self-check/events/event-chain-store.ts'
import type { Findings } from '#server/self-check/findings.ts'
import type { Progress } from '#server/self-check/progress.ts'

/** Recomputes the chain from the first seal to the last, then checks that every event is either sealed or waiting. */
export async function verifyEventChain(db: Db, findings: Findings, progress: Progress): Promise<void> {
  const sealed = await verifyChain(db, findings, progress)
  const { events, waiting, sealedWaiting } = await store.countEvents(db)
  findings.examined(events, 'events-complete')
  progress.count(events)
  if (sealed + waiting !== events || sealedWaiting > 0) await findWronglySealed(db, findings, progress)
  for (const { event_id } of await store.findWaitingWithoutEvent(db, 20))
    findings.addViolation('events-complete', `unsealed_events ${event_id}: no event`)
}

async function findWronglySealed(db: Db, findings: Findings, progress: Progress): Promise<void> {
  for await (const slice of keySlices(db, { name: 'events', primaryKey: ['id'] })) {
    for (const { id, isSealed } of await store.findWronglySealed(db, slice))
      findings.addViolation(
        'events-complete',
        `events ${id}: ${isSealed ? 'sealed and still waiting' : 'neither sealed nor waiting'}`,
      )
    await progress.advance(0)
  }
}

/** Returns how many events are sealed. */
async function verifyChain(db: Db, findings: Findings, progress: Progress): Promise<number> {
  const removals = new Removals()
  let previous: EventSealsTable | undefined
  let sealed = 0
  for await (const slice of store.sealSlices(db)) {
    for (const seal of slice) {
      const { removal } = seal
      const event = seal.id === null ? undefined : (seal as EventsTable)
      const row = `event_seals ${seal.seq}`
      findings.expectEqual('events-sealed', row, 'seq', seal.seq, (previous?.seq ?? 0) + 1)
      findings.expectEqual('events-sealed', row, 'previous_hash', seal.previous_hash, previous?.hash ?? '')
      if (removal !== null) removals.add(removal, seal)
      if (event && removal !== null) findings.addViolation('events-sealed', `events ${event.id}: removed`)
      if (!event && removal === null) findings.addViolation('events-sealed', `${row}: no event ${seal.event_id}`)
      if (event) {
        sealed++
        const expected = hashEvent(seal.previous_hash, seal.seq, event)
        findings.expectEqual('events-sealed', `events ${event.id}`, 'hash', seal.hash, expected)
      }
      previous = seal
    }
    findings.examined(slice.length, 'events-sealed')
    await progress.advance(slice.length)
  }
  await removals.verify(db, findings)
  const head = await store.loadHead(db)
  findings.expectEqual('events-sealed', 'event_chain 1', 'head_seq', head?.head_seq, previous?.seq ?? 0)
  findings.expectEqual('events-sealed', 'event_chain 1', 'head_hash', head?.head_hash, previous?.hash ?? '')
  return sealed
}

/** The events that were removed, by the hash of their removal. */
class Removals {
  readonly #found = new Map<string, { count: number; hash: ReturnType<typeof hashRemoval> }>()

  /** Adds the next seal whose event was removed. */
  add(removal: string, seal: EventSealsTable): void {
    const found = this.#found.getOrInsertComputed(removal, () => ({ count: 0, hash: hashRemoval() }))
    found.count++
    found.hash.add(seal)
  }

  /** An event says of each removal how many events it has removed, and its hash is that of their seals. */
  async verify(db: Db, findings: Findings): Promise<void> {
    const recorded = await store.listRemovals(db)
    for (const removal of new Set([...recorded.keys(), ...this.#found.keys()])) {
      const { count, hash } = this.#found.get(removal) ?? { count: 0, hash: hashRemoval() }
      const row = `removed_events of ${removal}`
      findings.expectEqual('events-sealed', row, 'count', count, recorded.get(removal))
      findings.expectEqual('events-sealed', row, 'hash', hash.digest(), removal)
    }
  }
}
