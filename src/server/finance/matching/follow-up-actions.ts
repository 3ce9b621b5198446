import { inTransaction } from '#server/auth/access.ts'
import type { Action, AuthenticatedContext, CurrentUser } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import type { StatementLinesTable } from '#server/db/schema/statements.ts'
import { type EventDraft, recordEvents } from '#server/events/events.ts'
import * as store from '#server/finance/matching/follow-up-store.ts'
import { loadFollowUps } from '#server/finance/matching/follow-ups.ts'
import { findAccount, findLine } from '#server/finance/matching/match-store.ts'
import { describeLine } from '#server/finance/matching/line-views.ts'
import { lineId } from '#server/finance/matching/open-lines-store.ts'
import type { LineFollowUp } from '#shared/finance/matching/views.ts'
import { invalidInput, ProblemError } from '#shared/problem.ts'
import { dayOf } from '#shared/time.ts'

/** `PUT /api/finance/match-lines/:line/owner`: an empty id leaves the line without an owner. Nothing happens if nothing changes. */
export const assignLine: Action<'assignLine'> = (context, { line: id, ownerId }) =>
  followUp(context, id, async (transaction, line, before) => {
    const previousId = before.owner?.id ?? ''
    if (previousId === ownerId) return undefined
    if (ownerId === '') {
      await store.setFollowUp(transaction, line, { owner_id: null })
      return { action: 'line.unassigned', parameters: { previousId } }
    }
    const owner = (await store.listLineOwners(transaction)).find((each) => each.id === ownerId)
    if (!owner) throw invalidInput({ pointer: '/ownerId', reason: 'choice' })
    await store.setFollowUp(transaction, line, { owner_id: owner.id })
    return { action: 'line.assigned', parameters: { owner: owner.name, ownerId, previousId } }
  })

/** `PUT /api/finance/match-lines/:line/wait`: postpones an open line to a later day. */
export const deferLine: Action<'deferLine'> = (context, { line: id, until, reason }) =>
  followUp(context, id, async (transaction, line) => {
    const { book, now } = context.kontor
    if (until <= dayOf(now(), book.timeZone)) throw invalidInput({ pointer: '/until', reason: 'not-after-today' })
    if (line.match_id !== null) throw new ProblemError('changed-meanwhile')
    await store.setFollowUp(transaction, line, { wait_until: until, wait_reason: reason })
    return { action: 'line.deferred', parameters: { until, reason } }
  })

/** `DELETE /api/finance/match-lines/:line/wait`: nothing happens if the line does not wait. */
export const resumeLine: Action<'resumeLine'> = (context, { line: id }) =>
  followUp(context, id, async (transaction, line, before) => {
    if (before.waitUntil === null) return undefined
    await store.setFollowUp(transaction, line, { wait_until: '', wait_reason: '' })
    return { action: 'line.resumed', parameters: {} }
  })

/** `PUT /api/finance/match-lines/:line/due-date`: the day by which the line must be settled, or none. Nothing happens if nothing changes. */
export const setLineDueDate: Action<'setLineDueDate'> = (context, { line: id, due = '' }) =>
  followUp(context, id, async (transaction, line, before) => {
    if ((before.dueOn ?? '') === due) return undefined
    await store.setFollowUp(transaction, line, { due_on: due })
    return { action: 'line.due_changed', parameters: { due } }
  })

/** `POST /api/finance/match-lines/:line/comments`. */
export const commentLine: Action<'commentLine'> = (context, { line: id, text }) =>
  followUp(context, id, async () => ({ action: 'line.commented', parameters: { comment: text } }))

/** Changes the follow-up of a line with an event, unless the change finds nothing to do, and returns it as it is then. Throws `not-found`. */
export function followUp(
  context: AuthenticatedContext,
  id: string,
  change: (
    transaction: Transaction,
    line: StatementLinesTable & { match_id: string | null },
    before: LineFollowUp,
    actor: CurrentUser,
  ) => Promise<Pick<EventDraft, 'action' | 'parameters'> | undefined>,
): Promise<LineFollowUp> {
  return inTransaction(context, async (transaction, actor) => {
    const [statementId = '', lineNumber] = id.split(':')
    const line = await findLine(transaction, statementId, Number(lineNumber))
    if (!line) throw new ProblemError('not-found')
    const read = async (): Promise<LineFollowUp> => (await loadFollowUps(transaction, [line]))(line)
    const before = await read()
    const event = await change(transaction, line, before, actor)
    if (!event) return before
    const account = await findAccount(transaction, line.account_id)
    await recordEvents(transaction, context, {
      ...event,
      objectType: 'statement_line',
      objectId: lineId(line),
      objectLabel: describeLine(line, account),
    })
    return read()
  })
}
