import { inTransaction } from '#server/auth/access.ts'
import { removeAllFactors } from '#server/auth/factor-actions.ts'
import type { Action } from '#server/context.ts'
import { listOwnRoles } from '#server/roles/own-roles.ts'
import { findResetDenial } from '#server/staff/reset-link.ts'
import * as store from '#server/staff/store.ts'
import { ProblemError } from '#shared/problem.ts'

/** Removes the second factors of a user who lost them: for those whose password the actor can reset, who then log in with it alone. */
export const removeFactors: Action<'removeFactors'> = (context, { id }) =>
  inTransaction(context, async (transaction, actor) => {
    const user = await store.findUser(transaction, id)
    if (!user) throw new ProblemError('not-found')
    const reason = findResetDenial(actor, user, await listOwnRoles(transaction))
    if (reason) throw new ProblemError(reason)
    if (!(await removeAllFactors(transaction, context, user))) throw new ProblemError('illegal-transition')
    return { removed: true as const }
  })
