import type { EventsTable } from '#server/db/schema/events.ts'
import { hashLink } from '#server/db/hash-chain.ts'

/** The hash that seals an event as number `seq` of the chain, over all its columns. */
export const hashEvent = (previousHash: string, seq: number, event: EventsTable): string =>
  hashLink(previousHash, [
    seq,
    event.id,
    event.at,
    event.action,
    event.actor_type,
    event.actor_id,
    event.actor_name,
    event.token_id,
    event.object_type,
    event.object_id,
    event.object_label,
    event.parameters,
    event.in_activity,
    event.topic,
    event.request_id,
    event.ip,
  ])
