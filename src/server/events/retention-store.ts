import type { Transaction } from '#server/db/database.ts'
import { insertAll } from '#server/db/insert.ts'
import type { EventSealsTable, EventsTable } from '#server/db/schema/events.ts'
import { removableActions, topicOf } from '#shared/events/audit-log.ts'

/** A sealed event that may be removed. */
export type ExpiredEvent = Pick<EventsTable, 'id' | 'at'> & Pick<EventSealsTable, 'seq' | 'hash'>

/**
 * Up to `limit` sealed events from before a time that the retention may remove, in the order of their seals. The last use of a password or a factor
 * stays, because the self-check compares it with the credential.
 */
export const findExpiredEvents = (transaction: Transaction, before: number, limit: number): Promise<ExpiredEvent[]> =>
  transaction
    .selectFrom(
      transaction
        .selectFrom('events')
        .innerJoin('event_seals', 'event_id', 'events.id')
        .select(['events.id', 'at', 'seq', 'hash'])
        .where('topic', 'in', [...new Set(removableActions.flatMap((action) => topicOf(action) ?? []))])
        .where('action', 'in', [...removableActions])
        .where('at', '<', before)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('credentials')
                .select('credentials.id')
                .whereRef('user_id', '=', 'object_id')
                .whereRef('last_used_at', '=', 'at'),
            ),
          ),
        )
        .limit(limit)
        .as('expired'),
    )
    .selectAll()
    .orderBy('seq')
    .execute()

/** Deletes events for good. `removal` is the hash of all of them. */
export async function removeEvents(transaction: Transaction, ids: readonly string[], removal: string): Promise<void> {
  await insertAll(
    transaction,
    'removed_events',
    ids.map((event_id) => ({ event_id, removal })),
  )
  await transaction
    .deleteFrom('events')
    .where('id', 'in', [...ids])
    .execute()
}
