import type { EventTopic } from '#shared/events/audit-log.ts'
import type { ActorType, EventView } from '#shared/events/views.ts'
import type { EventAction } from '#shared/events/event-actions.ts'

/** What happened, and the chain that seals it. */
export interface EventTables {
  events: EventsTable
  event_personal_values: EventPersonalValuesTable
  unsealed_events: UnsealedEventsTable
  removed_events: RemovedEventsTable
  event_seals: EventSealsTable
  event_chain: EventChainTable
}

export interface EventsTable {
  id: string
  at: number
  action: EventAction
  actor_type: ActorType
  actor_id: string | null
  actor_name: string | null
  /** The API token that acted for the actor; null for everyone else. */
  token_id: string | null
  object_type: EventView['objectType']
  object_id: string
  object_label: string
  parameters: string
  in_activity: number
  topic: EventTopic | null
  request_id: string
  ip: string
}

export interface EventPersonalValuesTable {
  event_id: string
  field: string
  from_value: string | null
  to_value: string | null
  salt: string
}

export interface UnsealedEventsTable {
  event_id: string
}

export interface RemovedEventsTable {
  event_id: string
  /** The hash of all events that were removed together, as the event of their removal has it. */
  removal: string
}

export interface EventSealsTable {
  seq: number
  event_id: string
  previous_hash: string
  hash: string
}

export interface EventChainTable {
  id: number
  head_seq: number
  head_hash: string
}
