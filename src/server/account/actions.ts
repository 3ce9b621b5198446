import { loadAccount } from '#server/account/account-view.ts'
import * as store from '#server/account/store.ts'
import { inTransaction } from '#server/auth/access.ts'
import { endSessions } from '#server/auth/sessions.ts'
import { createNameSortKey } from '#server/list/name-sort-key.ts'
import type { Action, AuthenticatedContext } from '#server/context.ts'
import { recordEvents } from '#server/events/events.ts'
import { toMutedMails } from '#shared/account/mails.ts'
import type { FieldChange } from '#shared/events/views.ts'
import { invalidInput, ProblemError } from '#shared/problem.ts'

/** Throws `viewing-as` while the user views as someone else: only users themselves see their sessions and second factors. */
export const getAccount: Action<'getAccount'> = async (context) => {
  const { viewedBy, user } = context.session
  if (viewedBy) throw new ProblemError('viewing-as', { name: user.name })
  return loadAccount(context)
}

/** Changes the name, the time zone and the choice of mails; records nothing when all stay. */
export const updateProfile: Action<'updateProfile'> = async (context, { name, timeZone, wantedMails }) => {
  if (timeZone && !Intl.supportedValuesOf('timeZone').includes(timeZone))
    throw invalidInput({ pointer: '/timeZone', reason: 'choice' })
  const nameSortKey = createNameSortKey(name)
  const mutedMails = toMutedMails(wantedMails)
  await inTransaction(context, async (transaction, { id }) => {
    const before = await store.findProfile(transaction, id)
    const zoneBefore = before?.time_zone ?? ''
    const zone = timeZone ?? zoneBefore
    const changes = [
      { field: 'name', from: before?.name ?? '', to: name },
      { field: 'timeZone', from: zoneBefore, to: zone },
      { field: 'mutedMails', from: before?.muted_mails ?? '', to: mutedMails },
    ].filter(({ from, to }): boolean => from !== to) satisfies FieldChange[]
    if (changes.length === 0) return
    const columns = { name, name_sort_key: nameSortKey, muted_mails: mutedMails, time_zone: zone }
    await store.updateProfile(transaction, id, columns)
    await recordEvents(transaction, context, {
      action: 'user.profile_changed',
      objectType: 'user',
      objectId: id,
      objectLabel: name,
      changes,
    })
  })
  context.session.user = { ...context.session.user, name }
  return loadAccount(context)
}

/** Ends one session of the user; if it is the one of this request, the browser is logged out. */
export const endOwnSession: Action<'endOwnSession'> = async (context, { session }) => {
  if ((await endAndRecord(context, { onlyId: session })) === 0) throw new ProblemError('not-found')
  const account = await loadAccount(context)
  if (session === context.session.id) logOut(context)
  return account
}

/** Ends the other sessions of the user, or all. */
export const endOwnSessions: Action<'endOwnSessions'> = async (context, { all }) => {
  const ended = await endAndRecord(context, all ? {} : { exceptId: context.session.id })
  if (all) logOut(context)
  return { ended }
}

function endAndRecord(context: AuthenticatedContext, which: { onlyId?: string; exceptId?: string }): Promise<number> {
  return inTransaction(context, async (transaction, { id, name }) => {
    const now = context.kontor.now()
    const count = await endSessions(transaction, { userId: id, reason: 'ended', now, ...which })
    if (count === 0) return 0
    const { onlyId, exceptId } = which
    await recordEvents(transaction, context, {
      action: 'user.sessions_ended',
      objectType: 'user',
      objectId: id,
      objectLabel: name,
      parameters: {
        count,
        ...(onlyId !== undefined && { session: onlyId }),
        ...(exceptId !== undefined && { keptSession: exceptId }),
      },
      at: now,
    })
    return count
  })
}

/** HTTP then deletes the cookie. */
function logOut(context: { session: AuthenticatedContext['session'] | null }): void {
  context.session = null
}
