import * as store from '#server/account/store.ts'
import { loadLoginMethods } from '#server/auth/login-methods.ts'
import { listActiveSessions } from '#server/auth/sessions.ts'
import type { AuthenticatedContext } from '#server/context.ts'
import type { Db } from '#server/db/database.ts'
import { listEvents } from '#server/events/events.ts'
import { canSendMail } from '#server/mail/queue-mail.ts'
import { listOwnRoles } from '#server/roles/own-roles.ts'
import { isMuted, optionalMails } from '#shared/account/mails.ts'
import type { AccountView } from '#shared/account/views.ts'
import { listRoles } from '#shared/permissions.ts'

const maxEvents = 20
const maxHelpers = 5

/** The account of the current user as it is now. `setupId`: the set-up of an authenticator app that is open. */
export async function loadAccount(context: AuthenticatedContext, setupId?: string): Promise<AccountView> {
  const { kontor, session } = context
  const { read } = kontor.database
  const { id, email, name } = session.user
  const [profile, login, helpers, sessions, events] = await Promise.all([
    store.findProfile(read, id),
    loadLoginMethods(context, setupId),
    listHelpers(read, id),
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
    helpers,
    sessions: sessions.map((each) => ({ ...each, isCurrent: each.id === session.id })),
    events,
  }
}

async function listHelpers(db: Db, userId: string): Promise<AccountView['helpers']> {
  const roles = listRoles(await listOwnRoles(db)).filter(({ permissions }) => permissions.includes('users.change_role'))
  const users = await store.listActiveUsers(db, {
    roles: roles.map(({ id }) => id),
    exceptId: userId,
    limit: maxHelpers,
  })
  return users.map(({ role, ...user }) => ({ ...user, role: role ?? '' }))
}
