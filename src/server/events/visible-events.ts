import { hasPermission } from '#server/auth/access.ts'
import type { RequestContext } from '#server/context.ts'
import { maskEvent, type StoredChange } from '#server/events/personal-values.ts'
import * as store from '#server/events/store.ts'
import type { EventView } from '#shared/events/views.ts'
import type { Permission } from '#shared/permissions.ts'

/** The permission to see what happened to an object, where events of all objects are listed. */
const objectPermissions: Readonly<Record<EventView['objectType'], Permission>> = {
  order: 'orders.view',
  customer: 'orders.view',
  import: 'orders.view',
  carrier: 'orders.view',
  seller: 'orders.view',
  job: 'orders.view',
  user: 'users.view',
  role: 'users.view',
  invitation: 'users.view',
  token: 'users.view',
  webhook: 'webhooks.manage',
  log: 'audit.view',
  ledger_account: 'finance.view',
  exchange_rates: 'finance.view',
  entry: 'finance.view',
  entry_request: 'finance.view',
  entry_template: 'finance.view',
  statement: 'finance.view',
  period: 'finance.view',
  match: 'finance.view',
  statement_line: 'finance.view',
}

const objectTypes = Object.keys(objectPermissions) as EventView['objectType'][]

/** The newest events of the activity feed that the user may see, newest first. */
export function listRecentEvents(context: RequestContext, limit: number): Promise<EventView[]> {
  const hidden = objectTypes.filter((type) => !hasPermission(context, objectPermissions[type]))
  return showEvents(context, store.listRecentEvents(context.kontor.database.read, { hidden, limit }))
}

/** Events as the user may see them. */
export async function showEvents(context: RequestContext, loading: Promise<EventView[]>): Promise<EventView[]> {
  const events = maskLedger(context, await loading)
  return hasPermission(context, 'customers.view_personal') ? events : events.map((event) => maskEvent(event))
}

/** Without `finance.view` an event of the ledger says that something was done, but neither with what nor how. */
export const maskLedger = <Event extends LabeledEvent>(context: RequestContext, events: readonly Event[]): Event[] =>
  events.map((event) =>
    objectPermissions[event.objectType] !== 'finance.view' || hasPermission(context, 'finance.view')
      ? event
      : { ...event, objectLabel: '', parameters: {}, changes: [] },
  )

type LabeledEvent = Pick<EventView, 'objectType' | 'objectLabel' | 'parameters'> & { changes: readonly StoredChange[] }
