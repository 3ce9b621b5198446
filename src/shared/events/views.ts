import { eventActions } from '#shared/events/event-actions.ts'
import * as z from 'zod/mini'

/** Who acted: a logged-in user, an API token of theirs, or the program itself (also for actions of guests). */
export const actorTypes = ['user', 'token', 'program'] as const
export type ActorType = (typeof actorTypes)[number]

const fieldValue = z.nullable(z.union([z.string(), z.number()]))

/** A field before and after an action; the field is named as in the object's view. Without values if they were personal data and erased. */
export const fieldChange = z.object({
  field: z.string(),
  from: fieldValue,
  to: fieldValue,
  isErased: z.optional(z.literal(true)),
})

/** One recorded event: parameters, not text. `actor` is a name, with that of an API token in parentheses, or null for the program. */
export const eventView = z.object({
  id: z.string(),
  at: z.int(),
  action: z.enum(eventActions),
  actor: z.nullable(z.string()),
  objectType: z.enum([
    'order',
    'customer',
    'user',
    'import',
    'carrier',
    'seller',
    'role',
    'invitation',
    'token',
    'webhook',
    'log',
    'ledger_account',
    'exchange_rates',
    'entry',
    'entry_request',
    'entry_template',
    'statement',
    'period',
    'match',
    'statement_line',
    'job',
  ]),
  objectId: z.string(),
  /** The order's number, the code of a ledger account, the month `YYYY-MM`, the account, day and amount of a line of a statement, the host of a webhook, what a job does, the user's, role's, token's or file's name, or the email of an invitation. */
  objectLabel: z.string(),
  parameters: z.record(z.string(), z.union([z.string(), z.number()])),
  /** The fields of the object that the action changed. */
  changes: z.array(fieldChange),
})
export type EventView = z.infer<typeof eventView>
export type FieldChange = z.infer<typeof fieldChange>
