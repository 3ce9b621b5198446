import { asNotFound } from '#server/problems/as-not-found.ts'
import { readTotpSetup } from '#shared/account/totp-setup.ts'
import { loadAccount } from '#server/account/account-view.ts'
import { restoreProblem } from '#server/auth/provider-state.ts'
import { listActiveSessions } from '#server/auth/sessions.ts'
import { listSecondFactors } from '#server/auth/second-factors.ts'
import { findResetUser } from '#server/auth/reset-links.ts'
import { isSetupRequired, loadRegistration } from '#server/auth/setup.ts'
import { hasPermission } from '#server/auth/access.ts'
import type { AuthenticatedContext, CurrentUser, Loader } from '#server/context.ts'
import { listEvents } from '#server/events/events.ts'
import * as store from '#server/staff/store.ts'
import { tabLoaders } from '#server/staff/tabs.ts'
import { findResetDenial } from '#server/staff/reset-link.ts'
import { toUserRow } from '#server/staff/user-row.ts'
import { listRoles, type Role } from '#shared/permissions.ts'
import { canEndSessions, canGrant, findDenial } from '#server/staff/policy.ts'
import { listOwnRoles } from '#server/roles/own-roles.ts'
import { canSendMail } from '#server/mail/queue-mail.ts'
import { toProblem } from '#server/problems/to-problem.ts'
import { staffTabNames, staffTabs } from '#shared/staff/staff-tabs.ts'
import { usersList } from '#shared/staff/users-list.ts'
import type { UsersView } from '#shared/staff/page-views.ts'

/** Every login is recorded, so the events of a user are limited. */
const maxEvents = 20

export const loadUsers: Loader<'users'> = async (context, query) => {
  const { kontor, session } = context
  const tabs = staffTabNames.filter((tab) => hasPermission(context, staffTabs[tab]))
  const tab = query.tab ?? tabs[0] ?? staffTabNames[0]
  const ownRoles = await listOwnRoles(kontor.database.read)
  const [content, user, account] = await Promise.all([
    tabs.includes(tab) ? tabLoaders[tab](context, query).catch(asNotFound) : { tab, missingPermission: staffTabs[tab] },
    query.user === undefined || !hasPermission(context, usersList.permission)
      ? null
      : loadUser(context, query.user, ownRoles),
    query.me === undefined ? null : loadOwnAccount(context, query.me),
  ])
  return { tabs, content, user, account, grantable: listGrantable(session.user, ownRoles) }
}

/** Who views as someone else sees neither their sessions nor how they log in. */
const loadOwnAccount = async (context: AuthenticatedContext, me: string): Promise<UsersView['account']> =>
  context.session.viewedBy ? 'hidden' : loadAccount(context, readTotpSetup(me))

const listGrantable = (user: CurrentUser, ownRoles: readonly Role[]): string[] =>
  listRoles(ownRoles)
    .toSorted((a, b) => b.permissions.length - a.permissions.length)
    .map(({ id }) => id)
    .filter((role) => canGrant(user, role, ownRoles))

async function loadUser(
  context: AuthenticatedContext,
  id: string,
  ownRoles: readonly Role[],
): Promise<UsersView['user']> {
  const { kontor, session } = context
  const { read } = kontor.database
  const [user, sessions, events] = await Promise.all([
    store.findUser(read, id),
    listActiveSessions(read, id, kontor.now()),
    listEvents(read, 'user', id, maxEvents),
  ])
  if (!user) return { missing: id }
  const canReset = hasPermission(context, 'users.reset_password') && !findResetDenial(session.user, user, ownRoles)
  return {
    ...toUserRow(session.user, user, ownRoles),
    denial: findDenial(session.user, user, ownRoles),
    canReset,
    canRemoveFactors: canReset && (await listSecondFactors(read, id)).length > 0,
    sessionCount: sessions.length,
    sessions: hasPermission(context, 'sessions.view')
      ? sessions.map((each) => ({
          ...each,
          userId: user.id,
          userName: user.name,
          isCurrent: each.id === session.id,
        }))
      : [],
    canEndSessions: hasPermission(context, 'sessions.end') && canEndSessions(session.user, user, ownRoles),
    events,
  }
}

export const loadLogin: Loader<'login'> = async ({ kontor, locale, returnTo, providerState }, { reset }) => ({
  returnTo,
  setupRequired: await isSetupRequired(kontor),
  reset: reset === undefined ? null : ((await findResetUser(kontor, reset)) ?? 'invalid'),
  canSendMail: canSendMail(kontor),
  problem: providerState?.problem ? toProblem(restoreProblem(providerState.problem), locale).problem : null,
  canLogOutOfProvider: providerState?.canLogOut ?? false,
})

export const loadRegister: Loader<'register'> = loadRegistration
