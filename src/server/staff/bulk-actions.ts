import type { Action, AuthenticatedContext } from '#server/context.ts'
import { getMessages } from '#server/messages.ts'
import * as staff from '#server/staff/actions.ts'
import * as store from '#server/staff/store.ts'
import { invalidInput, ProblemError } from '#shared/problem.ts'
import { type BulkAction, givesRole, userActionPermissions } from '#shared/staff/user-actions.ts'

/**
 * Takes one action on several accounts, each in a transaction of its own, which checks the permission of that action, with an event of its own.
 * What is refused for one account does not keep it from the others.
 */
export const changeUsers: Action<'changeUsers'> = async (context, { action, users, role = '' }) => {
  if (users.length === 0) throw invalidInput({ pointer: '/users', reason: 'users-required' })
  if (givesRole(action) && role === '') throw invalidInput({ pointer: '/role', reason: 'required' })
  const actionContext = { ...context, access: userActionPermissions[action] }
  const results = []
  for (const id of new Set(users)) results.push(await changeOne(actionContext, action, { id, role }))
  return { results }
}

const run: Record<
  BulkAction,
  (context: AuthenticatedContext, input: { id: string; role: string }) => Promise<unknown>
> = {
  approve: staff.approveUser,
  reject: staff.rejectUser,
  suspend: staff.suspendUser,
  restore: staff.restoreUser,
  changeRole: staff.changeUserRole,
  archive: staff.archiveUser,
}

/** An error of the request, rather than of one account, ends it. */
async function changeOne(context: AuthenticatedContext, action: BulkAction, input: { id: string; role: string }) {
  const { id } = input
  const user = await store.findUser(context.kontor.database.read, id)
  const name = user?.name ?? id
  try {
    await run[action](context, input)
    return { id, name, problem: null }
  } catch (error) {
    if (!(error instanceof ProblemError) || !isAboutAccount(error)) throw error
    return { id, name, problem: getMessages(context.locale).problems[error.problem].title }
  }
}

/** A role that cannot be given is the same for all accounts. */
const isAboutAccount = ({ problem, fields }: ProblemError): boolean =>
  fields.length === 0 &&
  ['permission-denied', 'not-found', 'own-account', 'above-your-rank', 'last-owner', 'illegal-transition'].includes(
    problem,
  )
