import { countSessions } from '#server/auth/sessions.ts'
import { isSetupRequired, registrationState } from '#server/auth/setup.ts'
import { hasPermission } from '#server/auth/access.ts'
import type { Loader } from '#server/context.ts'
import { listEvents } from '#server/events/events.ts'
import * as store from '#server/staff/store.ts'
import { filterUsers } from '#server/staff/users.ts'
import { toUserRow } from '#server/staff/actions.ts'
import { canManageRole, roles } from '#shared/permissions.ts'
import type { UsersView } from '#shared/staff/views.ts'

/** Every login is recorded, so the events of a user are limited. */
const maxEvents = 20

export const loadUsers: Loader<'users'> = async (context, query) => {
  const { session, kontor } = context
  if (!hasPermission(context, 'users.view')) return { missingPermission: 'users.view' }
  const allUsers = (await store.listUsers(kontor.database.read)).map((user) => toUserRow(session.user, user))
  return {
    missingPermission: null,
    pending: allUsers.filter(({ status }) => status === 'pending').toSorted((a, b) => a.createdAt - b.createdAt),
    // Access requests are listed separately.
    rows: filterUsers(allUsers, query).filter(({ status }) => status !== 'pending'),
    user: query.user === undefined ? null : await loadUserDetail(query.user),
    grantable: roles.filter((role) => canManageRole(session.user.role, role)),
  }

  async function loadUserDetail(id: string): Promise<Exclude<UsersView, { missingPermission: 'users.view' }>['user']> {
    const row = allUsers.find((user) => user.id === id)
    if (!row) return { missing: id }
    const { read } = kontor.database
    const [sessionCount, events] = await Promise.all([
      countSessions(read, id, kontor.now()),
      listEvents(read, 'user', id, maxEvents),
    ])
    return { ...row, sessionCount, events }
  }
}

export const loadLogin: Loader<'login'> = async ({ kontor, returnTo }) => ({
  returnTo,
  setupRequired: await isSetupRequired(kontor),
})

export const loadRegister: Loader<'register'> = async (context, { setup }) => ({
  state: await registrationState(context, setup),
})
