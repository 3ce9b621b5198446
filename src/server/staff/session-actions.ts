import { inTransaction } from '#server/auth/access.ts'
import { endSessions as endAuthSessions } from '#server/auth/sessions.ts'
import type { Action, AuthenticatedContext, CurrentUser } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { recordEvents } from '#server/events/events.ts'
import { getMessages } from '#server/messages.ts'
import { listOwnRoles } from '#server/roles/own-roles.ts'
import { canEndSessions } from '#server/staff/policy.ts'
import * as sessionStore from '#server/staff/session-store.ts'
import { readSessions } from '#server/staff/sessions.ts'
import * as store from '#server/staff/store.ts'
import { invalidInput, ProblemError } from '#shared/problem.ts'

export const listSessions: Action<'listSessions'> = async (context, query) => {
  const { rows, next, count } = await readSessions(context, query)
  return { rows, next, count }
}

/** Ends all sessions of an account. */
export const endUserSessions: Action<'endUserSessions'> = (context, { id }) =>
  inTransaction(context, async (transaction, actor) => {
    const user = await requireManageable(transaction, actor, id)
    return { ended: await endAndRecord(transaction, context, user) }
  })

/** Ends sessions of any accounts, one by one: a refusal for one does not affect the others. */
export const endSessions: Action<'endSessions'> = async (context, { sessions }) => {
  if (sessions.length === 0) throw invalidInput({ pointer: '/sessions', reason: 'sessions-required' })
  const results = []
  for (const id of new Set(sessions)) results.push(await endOne(context, id))
  return { results }
}

async function endOne(context: AuthenticatedContext, id: string) {
  const owner = await sessionStore.findSessionUser(context.kontor.database.read, id)
  const user = owner && (await store.findUser(context.kontor.database.read, owner.user_id))
  try {
    await inTransaction(context, async (transaction, actor) => {
      const subject = await requireManageable(transaction, actor, owner?.user_id ?? '')
      if ((await endAndRecord(transaction, context, subject, id)) === 0) throw new ProblemError('not-found')
    })
    return { id, name: user?.name ?? id, problem: null }
  } catch (error) {
    if (!(error instanceof ProblemError) || !['not-found', 'above-your-rank'].includes(error.problem)) throw error
    return { id, name: user?.name ?? id, problem: getMessages(context.locale).problems[error.problem].title }
  }
}

/** The account, if it is the actor's own or below. Throws `not-found` or `above-your-rank`. */
async function requireManageable(transaction: Transaction, actor: CurrentUser, id: string): Promise<store.User> {
  const user = await store.findUser(transaction, id)
  if (!user) throw new ProblemError('not-found')
  if (!canEndSessions(actor, user, await listOwnRoles(transaction))) throw new ProblemError('above-your-rank')
  return user
}

/** Records nothing when there was no session to end. */
async function endAndRecord(
  transaction: Transaction,
  context: AuthenticatedContext,
  { id, name }: store.User,
  onlyId?: string,
): Promise<number> {
  const now = context.kontor.now()
  const count = await endAuthSessions(transaction, { userId: id, reason: 'ended', now, onlyId })
  if (count > 0)
    await recordEvents(transaction, context, {
      action: 'user.sessions_ended',
      objectType: 'user',
      objectId: id,
      objectLabel: name,
      parameters: { count, ...(onlyId !== undefined && { session: onlyId }) },
      at: now,
    })
  return count
}
