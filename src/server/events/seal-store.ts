import type { Db, Transaction } from '#server/db/database.ts'
import { insertAll } from '#server/db/insert.ts'
import type { EventSealsTable, EventsTable } from '#server/db/schema/events.ts'

/** Waits until no other sealer holds the chain, keeps it until the end of the transaction, and returns its head. */
export async function lockChain(transaction: Transaction): Promise<{ seq: number; hash: string }> {
  const { head_seq, head_hash } = await transaction
    .updateTable('event_chain')
    .set(({ ref }) => ({ head_seq: ref('head_seq') }))
    .returning(['head_seq', 'head_hash'])
    .executeTakeFirstOrThrow()
  return { seq: head_seq, hash: head_hash }
}

export async function hasUnsealedEvents(db: Db): Promise<boolean> {
  return (await db.selectFrom('unsealed_events').select('event_id').limit(1).executeTakeFirst()) !== undefined
}

/** How many events wait to be sealed. */
export async function countUnsealedEvents(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('unsealed_events')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The oldest events that wait to be sealed. */
export const listUnsealedEvents = (db: Db, limit: number): Promise<EventsTable[]> =>
  db
    .selectFrom('unsealed_events')
    .innerJoin('events', 'events.id', 'event_id')
    .selectAll('events')
    .orderBy('event_id')
    .limit(limit)
    .execute()

/** Appends seals to the chain, whose lock the transaction holds; their events no longer wait. */
export async function insertSeals(transaction: Transaction, seals: readonly EventSealsTable[]): Promise<void> {
  const head = seals.at(-1)
  if (!head) return
  await insertAll(transaction, 'event_seals', seals)
  await transaction
    .deleteFrom('unsealed_events')
    .where('event_id', 'in', ({ selectFrom }) =>
      selectFrom('event_seals')
        .select('event_id')
        .where('seq', '>', head.seq - seals.length),
    )
    .execute()
  await transaction.updateTable('event_chain').set({ head_seq: head.seq, head_hash: head.hash }).execute()
}
