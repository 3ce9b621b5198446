import { cachedQuery } from '#server/db/cached-query.ts'
import type { Db, Transaction } from '#server/db/database.ts'
import { insertAll } from '#server/db/insert.ts'
import { queryByIds } from '#server/db/query-by-ids.ts'
import type { EventsTable } from '#server/db/schema.ts'
import type { EventAction, EventView } from '#shared/events/views.ts'
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

export async function listEvents(
  db: Db,
  objectType: EventView['objectType'],
  objectId: string,
  limit = Number.MAX_SAFE_INTEGER,
): Promise<EventView[]> {
  return (await selectEvents(db, [objectType, objectId, limit])).map(toEventView)
}

const selectEvents = cachedQuery((db) =>
  db
    .selectFrom('events')
    .select(columns)
    .where('object_type', '=', 'order')
    .where('object_id', '=', '')
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(0)
    .compile(),
)

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

/** Without what they changed. Omits accounts that were never approved: anyone can register, with any text as a name. */
export async function listRecentEvents(db: Db, limit: number): Promise<EventView[]> {
  const rows = await db
    .selectFrom('events')
    .select(columns)
    // A literal, not a parameter, so that the partial index events_in_activity can be used.
    .where('in_activity', '=', sql.lit(1))
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
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...toEventView(row), changes: [] }))
}

/** Parameters that only the self-check reads. */
const proofs: readonly string[] = ['credentialDigest', 'hash']

function withoutProofs({
  changes = [],
  ...parameters
}: EventView['parameters'] & Partial<Pick<EventView, 'changes'>>): Pick<EventView, 'parameters' | 'changes'> {
  return {
    parameters: Object.fromEntries(Object.entries(parameters).filter(([name]) => !proofs.includes(name))),
    changes,
  }
}

const toEventView = (row: Pick<EventsTable, (typeof columns)[number]>): EventView => ({
  id: row.id,
  at: row.at,
  action: row.action,
  actor: row.actor_name,
  objectType: row.object_type,
  objectId: row.object_id,
  objectLabel: row.object_label,
  ...withoutProofs(JSON.parse(row.parameters)),
})
