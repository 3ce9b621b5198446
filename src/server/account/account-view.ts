import * as store from '#server/account/store.ts'
import { loadLoginMethods } from '#server/auth/login-methods.ts'
import { listActiveSessions } from '#server/auth/sessions.ts'
import type { AuthenticatedContext } from '#server/context.ts'
import { listEvents } from '#server/events/events.ts'
import { canSendMail } from '#server/mail/queue-mail.ts'
import { isMuted, optionalMails } from '#shared/account/mails.ts'
import type { AccountView } from '#shared/account/views.ts'

const maxEvents = 20

/** The account of the current user as it is now. `setupId`: the set-up of an authenticator app that is open. */
export async function loadAccount(context: AuthenticatedContext, setupId?: string): Promise<AccountView> {
  const { kontor, session } = context
  const { read } = kontor.database
  const { id, email, name } = session.user
  const [profile, login, sessions, events] = await Promise.all([
    store.findProfile(read, id),
    loadLoginMethods(context, setupId),
    listActiveSessions(read, id, kontor.now()),
    listEvents(read, 'user', id, maxEvents),
  ])
  return {
    name: profile?.name ?? name,
    email,
    timeZone: profile?.time_zone ?? '',
    timeZones: Intl.supportedValuesOf('timeZone'),
    canSendMail: canSendMail(kontor),
    wantedMails: optionalMails.filter((kind) => !isMuted(kind, profile?.muted_mails ?? '')),
    login,
    sessions: sessions.map((each) => ({ ...each, isCurrent: each.id === session.id })),
    events,
  }
}
