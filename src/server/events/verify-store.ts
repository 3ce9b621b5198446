import type { Db } from '#server/db/database.ts'
import type { EventSealsTable, EventsTable } from '#server/db/schema.ts'

const sliceSize = 1000

/** Seals in their order, a slice at a time, each with the event that it seals. */
export async function* sealSlices(db: Db): AsyncGenerator<{ seal: EventSealsTable; event: EventsTable | undefined }[]> {
  let after = Number.MIN_SAFE_INTEGER
  for (;;) {
    const seals = await db
      .selectFrom('event_seals')
      .selectAll()
      .where('seq', '>', after)
      .orderBy('seq')
      .limit(sliceSize)
      .execute()
    const last = seals.at(-1)
    if (!last) return
    const ids = seals.map(({ event_id }) => event_id)
    const events = await db.selectFrom('events').selectAll().where('id', 'in', ids).execute()
    const eventsById = new Map(events.map((event) => [event.id, event]))
    yield seals.map((seal) => ({ seal, event: eventsById.get(seal.event_id) }))
    if (seals.length < sliceSize) return
    after = last.seq
  }
}

/** Events by id, a slice at a time: whether each is sealed, and whether it waits to be. */
export async function* eventSlices(db: Db): AsyncGenerator<{ id: string; sealed: boolean; waiting: boolean }[]> {
  let after = ''
  for (;;) {
    const rows = await db
      .selectFrom('events')
      .leftJoin('event_seals', 'event_seals.event_id', 'events.id')
      .leftJoin('unsealed_events', 'unsealed_events.event_id', 'events.id')
      .select(['events.id', 'event_seals.seq', 'unsealed_events.event_id as waiting'])
      .where('events.id', '>', after)
      .orderBy('events.id')
      .limit(sliceSize)
      .execute()
    yield rows.map(({ id, seq, waiting }) => ({ id, sealed: seq !== null, waiting: waiting !== null }))
    const last = rows.at(-1)
    if (!last || rows.length < sliceSize) return
    after = last.id
  }
}

/** Ids that wait to be sealed although there is no such event. */
export const findWaitingWithoutEvent = (db: Db, limit: number) =>
  db
    .selectFrom('unsealed_events')
    .leftJoin('events', 'events.id', 'event_id')
    .select('event_id')
    .where('events.id', 'is', null)
    .limit(limit)
    .execute()

/** The head of the chain; `undefined` if its row, number 1, is gone. */
export const loadHead = (db: Db) =>
  db.selectFrom('event_chain').select(['head_seq', 'head_hash']).where('id', '=', 1).executeTakeFirst()
