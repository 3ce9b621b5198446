import { inTransaction } from '#server/auth/access.ts'
import { issueResetLink } from '#server/auth/reset-links.ts'
import type { Action, CurrentUser } from '#server/context.ts'
import { listOwnRoles } from '#server/roles/own-roles.ts'
import { canGrant } from '#server/staff/policy.ts'
import * as store from '#server/staff/store.ts'
import { linkLifetimeMs } from '#shared/constants.ts'
import type { Role } from '#shared/permissions.ts'
import { ProblemError } from '#shared/problem.ts'
import type { UserRow } from '#shared/staff/views.ts'

/** Makes a link with which a user sets a new password: for active accounts that the actor can manage, not for their own. */
export const createResetLink: Action<'createResetLink'> = (context, { id }) => {
  const { kontor } = context
  return inTransaction(context, async (transaction, actor) => {
    const user = await store.findUser(transaction, id)
    if (!user) throw new ProblemError('not-found')
    const reason = findResetDenial(actor, user, await listOwnRoles(transaction))
    if (reason) throw new ProblemError(reason)
    const token = await issueResetLink(transaction, context, user)
    const url = `${kontor.config.origin.origin}/login?reset=${token}`
    return { url, expiresAt: kontor.now() + linkLifetimeMs.reset }
  })
}

/** Why the actor cannot make a reset link for this account, by the name of the problem; the permission is checked before. */
export function findResetDenial(
  actor: CurrentUser,
  { id, role, status }: Pick<UserRow, 'id' | 'role' | 'status'>,
  ownRoles: readonly Role[],
): 'own-account' | 'above-your-rank' | 'illegal-transition' | undefined {
  if (id === actor.id) return 'own-account'
  if (status !== 'active' || role === null) return 'illegal-transition'
  return canGrant(actor, role, ownRoles) ? undefined : 'above-your-rank'
}
