import { type CachedQuery, cachedQuery } from '#server/db/cached-query.ts'
import type { Db } from '#server/db/database.ts'
import type { KeySlice } from '#server/db/key-slices.ts'
import type { EventSealsTable, EventsTable } from '#server/db/schema/events.ts'
import { parseParameters } from '#server/events/events.ts'
import { maxViolations } from '#server/self-check/findings.ts'
import { sql } from 'kysely'

const sliceSize = 1000

/** A seal with the columns of the event that it seals, null without it, and with the removal that has removed the event. */
type SealedEvent = EventSealsTable & Nullable<EventsTable> & { removal: string | null }

type Nullable<Row> = { [Column in keyof Row]: Row[Column] | null }

/** Seals in their order, a slice at a time, each with the event that it seals, or with the removal that has removed it. */
export async function* sealSlices(db: Db): AsyncGenerator<SealedEvent[]> {
  let after = Number.MIN_SAFE_INTEGER
  for (;;) {
    const seals = await listSeals(db, [after])
    const last = seals.at(-1)
    if (!last) return
    yield seals
    if (seals.length < sliceSize) return
    after = last.seq
  }
}

const listSeals: CachedQuery<SealedEvent> = cachedQuery((db) =>
  db
    .selectFrom('event_seals as seal')
    .leftJoin('events as event', 'event.id', 'seal.event_id')
    .leftJoin('removed_events as removed', 'removed.event_id', 'seal.event_id')
    .selectAll(['seal', 'event'])
    .select('removed.removal')
    .where('seal.seq', '>', 0)
    .orderBy('seal.seq')
    .limit(sql.lit(sliceSize))
    .compile(),
)

/** How many events there are, how many of them wait to be sealed, and how many of those are sealed already. */
export async function countEvents(db: Db): Promise<{ events: number; waiting: number; sealedWaiting: number }> {
  const { rows } = await sql<{ events: number; waiting: number; sealedWaiting: number }>`
    select (select count(*) from events) as events,
      (select count(*) from unsealed_events join events on events.id = unsealed_events.event_id) as waiting,
      (select count(*) from unsealed_events join event_seals on event_seals.event_id = unsealed_events.event_id) as "sealedWaiting"`.execute(
    db,
  )
  return rows[0] ?? { events: 0, waiting: 0, sealedWaiting: 0 }
}

/** The events of a slice of `events` that are neither sealed nor waiting, or both, with the state that is wrong. */
export async function findWronglySealed(db: Db, { condition }: KeySlice): Promise<{ id: string; isSealed: boolean }[]> {
  const { rows } = await sql<{ id: string; sealed: number }>`
    select id, sealed from (
      select child.id,
        case when exists (select 1 from event_seals where event_id = child.id) then 1 else 0 end as sealed,
        case when exists (select 1 from unsealed_events where event_id = child.id) then 1 else 0 end as waiting
      from events as child where ${condition}
    ) as state where sealed = waiting limit ${sql.lit(maxViolations)}`.execute(db)
  return rows.map(({ id, sealed }) => ({ id, isSealed: sealed === 1 }))
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

/** How many events the removal with each hash says that it has removed. */
export async function listRemovals(db: Db): Promise<Map<string, number>> {
  const events = await db
    .selectFrom('events')
    .select('parameters')
    .where('object_type', '=', 'log')
    .where('action', '=', 'events.removed')
    .execute()
  return new Map(
    events.map(({ parameters }) => {
      const { hash, count } = parseParameters(parameters).parameters
      return [String(hash), Number(count)]
    }),
  )
}

/** The head of the chain; `undefined` if its row, number 1, is gone. */
export const loadHead = (db: Db) =>
  db.selectFrom('event_chain').select(['head_seq', 'head_hash']).where('id', '=', 1).executeTakeFirst()
