import { actorTypes, eventView } from '#shared/events/views.ts'
import { count } from '#shared/list/count.ts'
import * as z from 'zod/mini'

/** An event in the audit log: also who exactly acted, from where, and with which request. `actorId` is null for the program, and the owner of a token. */
export const auditEvent = z.object({
  ...eventView.shape,
  actorType: z.enum(actorTypes),
  actorId: z.nullable(z.string()),
  ip: z.string(),
  requestId: z.string(),
})
export type AuditEvent = z.infer<typeof auditEvent>

/** How far the hash chain of events has come. */
export const eventsHead = z.object({
  /** `events:42:9f86d0…`, as `kontor verify --expect` takes it. */
  head: z.string(),
  /** The number of the last sealed event, 0 for none. */
  seq: z.int(),
  /** Events that are recorded and not sealed yet. */
  unsealedEvents: z.int(),
})
export type EventsHead = z.infer<typeof eventsHead>

/** A page of the audit log. */
export const auditEventList = z.object({ rows: z.array(auditEvent), next: z.nullable(z.string()), count })
export type AuditEventList = z.infer<typeof auditEventList>
