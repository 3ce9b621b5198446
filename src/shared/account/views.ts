import { loginMethods } from '#shared/account/factor-views.ts'
import { optionalMails } from '#shared/account/mails.ts'
import { eventView } from '#shared/events/views.ts'
import * as z from 'zod/mini'

/** A session of the current user. `device` is empty when the browser does not say what it is. */
const ownSession = z.object({
  id: z.string(),
  device: z.string(),
  ip: z.string(),
  createdAt: z.int(),
  lastSeenAt: z.int(),
  /** The session of this request. */
  isCurrent: z.boolean(),
})
export type OwnSession = z.infer<typeof ownSession>

/** The account of the current user. */
export const accountView = z.object({
  name: z.string(),
  email: z.string(),
  /** Empty for that of the books. */
  timeZone: z.string(),
  /** The time zones that can be chosen. */
  timeZones: z.array(z.string()),
  /** Whether a mail server is configured; without one, no mail can be chosen. */
  canSendMail: z.boolean(),
  /** The mails that the user wants, of those that can be chosen. */
  wantedMails: z.array(z.enum(optionalMails)),
  login: loginMethods,
  /** Who can change the permissions of staff and let the user in again; at most five, without the user. */
  helpers: z.array(z.object({ id: z.string(), name: z.string(), email: z.string(), role: z.string() })),
  sessions: z.array(ownSession),
  /** The newest events of the account, newest first. */
  events: z.array(eventView),
})
export type AccountView = z.infer<typeof accountView>
