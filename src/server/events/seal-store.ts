import { cachedQuery } from '#server/db/cached-query.ts'
import type { Db, Transaction } from '#server/db/database.ts'
import { insertAll } from '#server/db/insert.ts'
import type { EventSealsTable, EventsTable } from '#server/db/schema/events.ts'

/** Waits until no other sealer holds the chain, keeps it until the end of the transaction, and returns its head. */
export async function lockChain(transaction: Transaction): Promise<{ seq: number; hash: string }> {
  const [head] = await touchChain(transaction)
  if (!head) throw new Error('The chain of events has no head')
  return { seq: head.head_seq, hash: head.head_hash }
}

const touchChain = cachedQuery((db) =>
  db
    .updateTable('event_chain')
    .set(({ ref }) => ({ head_seq: ref('head_seq') }))
    .returning(['head_seq', 'head_hash'])
    .compile(),
)

export const hasUnsealedEvents = async (db: Db): Promise<boolean> => (await selectUnsealedEvent(db)).length > 0

const selectUnsealedEvent = cachedQuery((db) => db.selectFrom('unsealed_events').select('event_id').limit(1).compile())

/** The oldest events that wait to be sealed. */
export const listUnsealedEvents = (db: Db, limit: number): Promise<EventsTable[]> => selectUnsealedEvents(db, [limit])

const selectUnsealedEvents = cachedQuery<EventsTable>((db) =>
  db
    .selectFrom('unsealed_events')
    .innerJoin('events', 'events.id', 'event_id')
    .selectAll('events')
    .orderBy('event_id')
    .limit(0)
    .compile(),
)

/** Appends seals to the chain, whose lock the transaction holds; their events no longer wait. */
export async function insertSeals(transaction: Transaction, seals: readonly EventSealsTable[]): Promise<void> {
  const head = seals.at(-1)
  if (!head) return
  await insertAll(transaction, 'event_seals', seals)
  await deleteSealed(transaction, [head.seq - seals.length])
  await updateHead(transaction, [head.seq, head.hash])
}

const deleteSealed = cachedQuery((db) =>
  db
    .deleteFrom('unsealed_events')
    .where('event_id', 'in', ({ selectFrom }) => selectFrom('event_seals').select('event_id').where('seq', '>', 0))
    .compile(),
)

const updateHead = cachedQuery((db) => db.updateTable('event_chain').set({ head_seq: 0, head_hash: '' }).compile())
