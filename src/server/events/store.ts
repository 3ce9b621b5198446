import { cachedLookup, cachedQuery } from '#server/db/cached-query.ts'
import type { Db, Transaction } from '#server/db/database.ts'
import { insertAll } from '#server/db/insert.ts'
import { isConcealed, revealChanges, type StoredChange } from '#server/events/personal-values.ts'
import { queryByIds } from '#server/db/query-by-ids.ts'
import type { EventPersonalValuesTable, EventsTable } from '#server/db/schema/events.ts'
import type { EventView } from '#shared/events/views.ts'
import type { EventAction } from '#shared/events/event-actions.ts'
import { sql } from 'kysely'

const columns = ['id', 'at', 'action', 'actor_name', 'object_type', 'object_id', 'object_label', 'parameters'] as const

/** Inserts events, which wait to be sealed from then on. */
export async function insertEvents(transaction: Transaction, rows: EventsTable[]): Promise<void> {
  await insertAll(transaction, 'events', rows)
  await insertAll(
    transaction,
    'unsealed_events',
    rows.map(({ id }) => ({ event_id: id })),
  )
}

export const insertPersonalValues = (
  transaction: Transaction,
  rows: readonly EventPersonalValuesTable[],
): Promise<void> => insertAll(transaction, 'event_personal_values', rows)

export async function listEvents(
  db: Db,
  objectType: EventView['objectType'],
  objectId: string,
  limit?: number,
): Promise<EventView[]> {
  const rows =
    limit === undefined
      ? await selectEvents(db, [objectType, objectId])
      : await selectNewestEvents(db, [objectType, objectId, limit])
  const events = rows.map(toStoredEvent)
  const values = events.some(({ changes }) => changes.some(isConcealed))
    ? Map.groupBy(await selectPersonalValues(db, [objectType, objectId]), ({ event_id }) => event_id)
    : undefined
  return events.map((event) => ({ ...event, changes: revealChanges(event.changes, values?.get(event.id)) }))
}

const selectPersonalValues = cachedLookup<EventPersonalValuesTable>((db) =>
  db
    .selectFrom('events')
    .innerJoin('event_personal_values', 'event_id', 'events.id')
    .selectAll('event_personal_values')
    .where('object_type', '=', 'order')
    .where('object_id', '=', '')
    .compile(),
)

const buildEvents = (db: Db) =>
  db
    .selectFrom('events')
    .select(columns)
    .where('object_type', '=', 'order')
    .where('object_id', '=', '')
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')

/** Who made each event of an object, newest first. */
export const listActors = (db: Db, objectType: EventView['objectType'], objectId: string) =>
  db
    .selectFrom('events')
    .select(['at', 'actor_type', 'actor_id', 'actor_name', 'parameters'])
    .where('object_type', '=', objectType)
    .where('object_id', '=', objectId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** Without a limit: with one, SQLite sorts in a table that takes twice as long to set up as the rest of the statement. */
const selectEvents = cachedLookup((db) => buildEvents(db).compile())
const selectNewestEvents = cachedQuery((db) => buildEvents(db).limit(0).compile())

export type OrderEvent = Pick<EventsTable, 'object_id' | 'parameters'>

export const listOrderEvents = (db: Db, action: EventAction, orderIds: readonly string[]): Promise<OrderEvent[]> =>
  queryByIds(orderIds, (ids) =>
    db
      .selectFrom('events')
      .select(['object_id', 'parameters'])
      .where('object_type', '=', 'order')
      .where('object_id', 'in', [...ids])
      .where('action', '=', action)
      .execute(),
  )

/** Without what they changed. */
export async function listTokenActivity(db: Db, tokenId: string, limit: number): Promise<EventView[]> {
  const rows = await db
    .selectFrom('events')
    .select(columns)
    .where('token_id', '=', tokenId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toActivity)
}

type ObjectType = EventView['objectType']

/**
 * Without what they changed, and without objects of the `hidden` types. Omits accounts that were never approved: anyone can register, with any text as
 * a name.
 */
export async function listRecentEvents(
  db: Db,
  { hidden, limit }: { hidden: readonly ObjectType[]; limit: number },
): Promise<EventView[]> {
  const select = recentEvents.getOrInsertComputed(hidden.join(), () => selectRecentEvents(hidden))
  return (await select(db, [limit])).map(toActivity)
}

/** The query for each choice of hidden types. There are few, because a permission shows several. */
const recentEvents = new Map<string, ReturnType<typeof selectRecentEvents>>()

const selectRecentEvents = (hidden: readonly ObjectType[]) =>
  cachedQuery((db) =>
    db
      .selectFrom(
        db
          .selectFrom('events')
          .select(columns)
          // Literals, not parameters, so that the partial index events_in_activity can be used.
          .where('in_activity', '=', sql.lit(1))
          .$if(hidden.includes('order'), (query) =>
            query.orderBy('at', 'desc').orderBy('id', 'desc').limit(sql.lit(maxLookedAt)),
          )
          .as('events'),
      )
      .select(columns)
      // Not as a list of the types that are shown, for which a database would read another index and sort.
      .where(({ and, eb }) => and(hidden.map((type) => eb('object_type', '<>', sql.lit(type)))))
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('users')
              .select('users.id')
              .whereRef('users.id', '=', 'events.object_id')
              .where('approved_at', 'is', null),
          ),
        ),
      )
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(0)
      .compile(),
  )

/** Where those of orders are hidden, which are nearly all events of the feed, only so many are looked through. */
const maxLookedAt = 5000

/** An event for a sentence, which does not name the lines of an entry, in JSON; of a match it names their number. */
function toActivity(row: Pick<EventsTable, (typeof columns)[number]>): EventView {
  const { parameters, ...event } = toStoredEvent(row)
  const { lines, ...others } = parameters
  return { ...event, parameters: typeof lines === 'string' ? others : parameters, changes: [] }
}

/** An event without the personal values that it changed. */
type StoredEvent = Omit<EventView, 'changes'> & { changes: StoredChange[] }

/** Parameters that only the self-check reads. */
const proofs: readonly string[] = [
  'credential',
  'credentials',
  'counter',
  'credentialDigest',
  'emailDigest',
  'rows',
  'hash',
  'payloads',
  'erasedValues',
]

function withoutProofs({
  changes = [],
  ...parameters
}: EventView['parameters'] & Partial<Pick<StoredEvent, 'changes'>>): Pick<StoredEvent, 'parameters' | 'changes'> {
  return {
    parameters: Object.fromEntries(Object.entries(parameters).filter(([name]) => !proofs.includes(name))),
    changes,
  }
}

/** An event as it is stored: without personal values, and without the parameters that only the self-check reads. */
export const toStoredEvent = (row: Pick<EventsTable, (typeof columns)[number]>): StoredEvent => ({
  id: row.id,
  at: row.at,
  action: row.action,
  actor: row.actor_name,
  objectType: row.object_type,
  objectId: row.object_id,
  objectLabel: row.object_label,
  ...withoutProofs(JSON.parse(row.parameters)),
})
