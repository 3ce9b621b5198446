import { inTransaction } from '#server/auth/access.ts'
import { endSessions } from '#server/auth/sessions.ts'
import { endViews, setView } from '#server/auth/view-as.ts'
import type { AuthenticatedContext, CurrentUser, Action } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { recordEvents } from '#server/events/events.ts'
import { listOwnRoles, toRoleParameters } from '#server/roles/own-roles.ts'
import { canGrant, isLastOwner, denialReason } from '#server/staff/policy.ts'
import type { UserAction } from '#shared/staff/user-actions.ts'
import * as store from '#server/staff/store.ts'
import { toUserRow } from '#server/staff/user-row.ts'
import { readUsers } from '#server/staff/users.ts'
import { invalidInput, ProblemError } from '#shared/problem.ts'
import { viewLifetimeMs } from '#shared/constants.ts'
import { findRole, type Role } from '#shared/permissions.ts'
import type { UserRow } from '#shared/staff/views.ts'

export const listUsers: Action<'listUsers'> = async (context, query) => {
  const { rows, next, count } = await readUsers(context, query)
  return { rows, next, count }
}

/** Gives a pending account a role that the actor can manage; only an owner can make owners. */
export const approveUser: Action<'approveUser'> = (context, { id, role }) =>
  runUserAction(context, 'approve', id, async (transaction, actor, user, ownRoles) => {
    requireGrantable(actor, role, ownRoles)
    const now = context.kontor.now()
    const approved = { role, status: 'active', approved_by: actor.id, approved_at: now } as const
    await store.updateUser(transaction, id, approved)
    await recordEvents(transaction, context, {
      ...toUserEvent('user.approved', user),
      parameters: toRoleParameters(role, ownRoles),
      at: now,
    })
  })

export const rejectUser: Action<'rejectUser'> = (context, { id }) =>
  runUserAction(context, 'reject', id, async (transaction, _actor, user) => {
    await store.updateUser(transaction, id, { status: 'archived' })
    await recordEvents(transaction, context, toUserEvent('user.rejected', user))
  })

/** Ends the sessions of the account in the same transaction. */
export const suspendUser: Action<'suspendUser'> = (context, { id }) =>
  runUserAction(context, 'suspend', id, async (transaction, _actor, user) => {
    if (isLastOwner(user, await store.countActiveOwners(transaction))) throw new ProblemError('last-owner')
    await store.updateUser(transaction, id, { status: 'suspended' })
    const now = context.kontor.now()
    await endSessions(transaction, { userId: id, reason: 'suspended', now })
    await endViews(transaction, id)
    await recordEvents(transaction, context, { ...toUserEvent('user.suspended', user), at: now })
  })

/** Returns a rejected account to the access requests. */
export const reopenUser: Action<'reopenUser'> = (context, { id }) =>
  runUserAction(context, 'reopen', id, async (transaction, _actor, user) => {
    await store.updateUser(transaction, id, { status: 'pending' })
    await recordEvents(transaction, context, toUserEvent('user.reopened', user))
  })

/** Makes a suspended account active again, with the role it had. */
export const restoreUser: Action<'restoreUser'> = (context, { id }) =>
  runUserAction(context, 'restore', id, async (transaction, _actor, user) => {
    await store.updateUser(transaction, id, { status: 'active' })
    await recordEvents(transaction, context, toUserEvent('user.restored', user))
  })

/** Gives an account another role that the actor can manage. It takes effect with the next request of its user, and ends their streams. */
export const changeUserRole: Action<'changeUserRole'> = (context, { id, role }) =>
  runUserAction(context, 'changeRole', id, async (transaction, actor, user, ownRoles) => {
    requireGrantable(actor, role, ownRoles)
    if (role === user.role) throw new ProblemError('illegal-transition')
    if (user.status === 'active' && isLastOwner(user, await store.countActiveOwners(transaction)))
      throw new ProblemError('last-owner')
    await store.updateUser(transaction, id, { role })
    await endViews(transaction, id)
    await recordEvents(transaction, context, {
      ...toUserEvent('user.role_changed', user),
      parameters: { ...toRoleParameters(role, ownRoles), ...(user.role && { from: user.role }) },
    })
  })

/** Lets the session view the program as this user for 30 minutes, without changing anything. */
export const viewAs: Action<'viewAs'> = (context, { id, reason }) =>
  runUserAction(context, 'viewAs', id, async (transaction, _actor, user) => {
    const { session, kontor } = context
    const now = kontor.now()
    const until = now + viewLifetimeMs
    await setView(transaction, session.id, { userId: id, until })
    await recordEvents(transaction, context, {
      ...toUserEvent('user.view_started', user),
      parameters: { reason, session: session.id, until },
      at: now,
    })
  })

/** Ends the view as someone else; does nothing without one. */
export const endView: Action<'endView'> = async (context) => {
  const { session } = context
  if (session.viewedBy)
    await inTransaction(context, async (transaction) => {
      await setView(transaction, session.id, null)
      await recordEvents(transaction, context, {
        ...toUserEvent('user.view_ended', session.user),
        parameters: { session: session.id },
      })
    })
  return { ended: true }
}

/** Takes a suspended account out of the list. */
export const archiveUser: Action<'archiveUser'> = (context, { id }) =>
  runUserAction(context, 'archive', id, async (transaction, _actor, user) => {
    await store.updateUser(transaction, id, { status: 'archived' })
    await recordEvents(transaction, context, toUserEvent('user.archived', user))
  })

/** Unarchives an account; it stays suspended. */
export const unarchiveUser: Action<'unarchiveUser'> = (context, { id }) =>
  runUserAction(context, 'unarchive', id, async (transaction, _actor, user) => {
    await store.updateUser(transaction, id, { status: 'suspended' })
    await recordEvents(transaction, context, toUserEvent('user.unarchived', user))
  })

/** Throws unless the role exists and the actor can give it. */
function requireGrantable(actor: CurrentUser, role: string, ownRoles: readonly Role[]): void {
  if (!findRole(role, ownRoles)) throw invalidInput({ pointer: '/role', reason: 'choice' })
  if (!canGrant(actor, role, ownRoles))
    throw new ProblemError('above-your-rank', {}, [{ pointer: '/role', reason: 'role-above-own' }])
}

/** Stores the language in the account when logged in, and in a cookie of this browser in any case. */
export const setLocale: Action<'setLocale'> = async (context, { locale }) => {
  const { session } = context
  if (session) {
    const { id } = session.user
    await inTransaction(context, (transaction) => store.setLocale(transaction, id, locale))
    context.session = { ...session, user: { ...session.user, locale } }
  }
  context.locale = locale
  return { locale }
}

const toUserEvent = (
  action: `user.${'approved' | 'rejected' | 'reopened' | 'suspended' | 'restored' | 'role_changed' | 'archived' | 'unarchived' | 'view_started' | 'view_ended'}`,
  user: Pick<store.User, 'id' | 'name'>,
) => ({ action, objectType: 'user', objectId: user.id, objectLabel: user.name }) as const

/** The steps that all actions on an account share: load → decide → `apply` → return the account as it is now. */
function runUserAction(
  context: AuthenticatedContext,
  action: UserAction,
  id: string,
  apply: (transaction: Transaction, actor: CurrentUser, user: store.User, ownRoles: readonly Role[]) => Promise<void>,
): Promise<UserRow> {
  return inTransaction(context, async (transaction, actor) => {
    const user = await store.findUser(transaction, id)
    if (!user) throw new ProblemError('not-found')
    const ownRoles = await listOwnRoles(transaction)
    const reason = denialReason(action, actor, user, ownRoles)
    if (reason) throw new ProblemError(reason)
    await apply(transaction, actor, user, ownRoles)
    const updated = await store.findUser(transaction, id)
    if (!updated) throw new Error('The account is gone.')
    return toUserRow(actor, updated, ownRoles)
  })
}
