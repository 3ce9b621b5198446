import type { RequestContext } from '#server/context.ts'
import { afterCommit } from '#server/db/after-commit.ts'
import type { Db, Transaction } from '#server/db/database.ts'
import { newId } from '#server/db/id.ts'
import { sealAfterCommit } from '#server/events/sealing.ts'
import { concealPersonalValues, revealChanges } from '#server/events/personal-values.ts'
import { queueDeliveries } from '#server/webhooks/queue-deliveries.ts'
import type { EventPersonalValuesTable } from '#server/db/schema/events.ts'
import * as store from '#server/events/store.ts'
import { topicOf } from '#shared/events/audit-log.ts'
import type { OrderUpdate } from '#shared/live/views.ts'
import type { EventView, FieldChange } from '#shared/events/views.ts'
import { type EventAction, isInActivity } from '#shared/events/event-actions.ts'

/** An event before it has a time and an actor. `parameters` are data for its sentence, never secrets. */
export interface EventDraft {
  action: EventAction
  objectType: EventView['objectType']
  objectId: string
  /** The order's number, the user's name, or the file's name. */
  objectLabel: string
  parameters?: EventView['parameters']
  changes?: readonly FieldChange[]
  /** The user who acted, when the request has no session yet, as in a registration. */
  actor?: { id: string; name: string }
  /** The time that the rows it reports have too, epoch milliseconds, so that the self-check can compare them; now by default. */
  at?: number
}

/**
 * The parameters and changes of a stored event; none if they cannot be read, which the hash chain reports. `personalValues` are the stored ones
 * of the event; without them, changes of personal fields have no values.
 */
export function parseParameters(
  text: string,
  personalValues?: readonly EventPersonalValuesTable[],
): Pick<EventView, 'parameters' | 'changes'> {
  try {
    const { changes = [], ...parameters } = JSON.parse(text) ?? {}
    return { parameters, changes: revealChanges(changes, personalValues) }
  } catch {
    return { parameters: {}, changes: [] }
  }
}

/** Records events in the transaction that makes them happen, with the session's user (who views as someone else, or the program) as actor, the request id and the IP. */
export async function recordEvents(
  transaction: Transaction,
  context: RequestContext,
  ...drafts: EventDraft[]
): Promise<void> {
  const { live, now: clock } = context.kontor
  const now = clock()
  const job = context.session?.job
  const personalValues: EventPersonalValuesTable[] = []
  const rows = drafts.map(
    ({
      action,
      objectType,
      objectId,
      objectLabel,
      parameters = {},
      changes = [],
      actor: user = context.session?.viewedBy ?? context.session?.user,
      at = now,
    }) => {
      const id = newId()
      const concealed = concealPersonalValues(id, objectType, changes)
      personalValues.push(...concealed.rows)
      return {
        id,
        at,
        action,
        ...toActorColumns(user, context),
        object_type: objectType,
        object_id: objectId,
        object_label: objectLabel,
        parameters: JSON.stringify({
          ...parameters,
          ...(job && { job: job.id }),
          ...(changes.length > 0 && { changes: concealed.changes }),
        }),
        // The activity shows a job as a whole, not each of its orders.
        in_activity: isInActivity[action] && (!job || objectType === 'job') ? 1 : 0,
        topic: topicOf(action),
        request_id: context.requestId,
        ip: context.ip,
      }
    },
  )
  await store.insertEvents(transaction, rows)
  await store.insertPersonalValues(transaction, personalValues)
  const ofOrders = rows.filter(({ object_type }) => object_type === 'order')
  await queueDeliveries(
    transaction,
    context.kontor,
    ofOrders.map(({ id, at, action, object_id, object_label }) => ({
      id,
      at,
      action,
      orderId: object_id,
      orderNumber: object_label,
    })),
  )
  sealAfterCommit(transaction, context.kontor)
  const updates = drafts.flatMap((draft) => toOrderUpdate(draft, context, now) ?? [])
  if (updates.length > 0) afterCommit(transaction, () => live.announce(updates))
  for (const { object_type, object_id } of rows)
    if (object_type === 'job') afterCommit(transaction, () => live.announceJob(object_id, true))
}

/** With an API token, the name is that of its owner and of the token. */
function toActorColumns(user: { id: string; name: string } | undefined, { session }: RequestContext) {
  if (!user) return { actor_type: 'program', actor_id: null, actor_name: null, token_id: null } as const
  const actor = { actor_id: user.id, actor_name: user.name }
  if (!session?.token) return { actor_type: 'user', ...actor, token_id: null } as const
  const name = `${user.name} (${session.token.name})`
  return { actor_type: 'token', ...actor, actor_name: name, token_id: session.id } as const
}

/** What open pages learn of an event. */
function toOrderUpdate(
  { objectType, objectLabel, action, parameters, actor }: EventDraft,
  { session }: RequestContext,
  at: number,
): OrderUpdate | undefined {
  const user = actor ?? session?.user
  if (objectType !== 'order') return undefined
  const version = parameters?.['version']
  return {
    number: objectLabel,
    version: typeof version === 'number' ? version : null,
    at,
    by: user ? { id: user.id, name: user.name } : null,
    isNew: newOrderActions.includes(action),
  }
}

/** The actions that create an order. */
const newOrderActions: readonly EventAction[] = ['order.imported', 'order.created']

/** The events of one object, newest first: all of them, or the newest `limit`. */
export const listEvents = (
  db: Db,
  objectType: EventView['objectType'],
  objectId: string,
  limit?: number,
): Promise<EventView[]> => store.listEvents(db, objectType, objectId, limit)

/** The newest `limit` events of what an API token did, newest first, without what they changed. */
export const listTokenActivity = (db: Db, tokenId: string, limit: number): Promise<EventView[]> =>
  store.listTokenActivity(db, tokenId, limit)

/** The events of this action on these orders, with their parameters as JSON. */
export const listOrderEvents = (
  db: Db,
  action: EventAction,
  orderIds: readonly string[],
): Promise<store.OrderEvent[]> => store.listOrderEvents(db, action, orderIds)
