import type { RequestContext } from '#server/context.ts'
import type { Db, Transaction } from '#server/db/database.ts'
import { newId } from '#server/db/id.ts'
import * as store from '#server/events/store.ts'
import type { EventAction, EventView } from '#shared/events/views.ts'

/** Something that happened, before it has a time and an actor. `parameters` are data for the sentence, never secrets. */
export interface EventDraft {
  action: EventAction
  objectType: EventView['objectType']
  objectId: string
  /** The order's number, the person's name, the file's name. */
  objectLabel: string
  parameters?: EventView['parameters']
}

/** Writes down what happens in this transaction: now, by the session's user (nobody for the program itself), with request and address. */
export async function recordEvents(
  transaction: Transaction,
  context: RequestContext,
  ...drafts: EventDraft[]
): Promise<void> {
  const at = context.kontor.now()
  const user = context.session?.user
  await store.insertEvents(
    transaction,
    drafts.map(({ action, objectType, objectId, objectLabel, parameters = {} }) => ({
      id: newId(),
      at,
      action,
      actor_id: user?.id ?? null,
      actor_name: user?.name ?? null,
      object_type: objectType,
      object_id: objectId,
      object_label: objectLabel,
      parameters: JSON.stringify(parameters),
      request_id: context.requestId,
      ip: context.ip,
    })),
  )
}

/** What happened to one thing, newest first: everything, or the newest `limit`. */
export const listEvents = (
  db: Db,
  objectType: EventView['objectType'],
  objectId: string,
  limit?: number,
): Promise<EventView[]> => store.listEvents(db, objectType, objectId, limit)

/** What happened last, newest first; an import is told once, not once for each of its orders, and log-ins are left to their person. */
export const listRecentEvents = (db: Db, limit: number): Promise<EventView[]> => store.listRecentEvents(db, limit)
