import { inTransaction } from '#server/auth/access.ts'
import type { Action, AuthenticatedContext, CurrentUser } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import type { EntryRequestsTable } from '#server/db/schema/entry-requests.ts'
import {
  approved,
  customerOf,
  parseTemplate,
  postManualEntry,
  requireReversible,
  requireUnposted,
  reverseManual,
} from '#server/finance/manual/manual-entry.ts'
import { requireOpenDay, requirePastDay } from '#server/finance/manual/entry-day.ts'
import { confirmRequested, postRequestedMatch } from '#server/finance/matching/requested-matches.ts'
import { recordRequestEvent, requestEventOf, requestPosting } from '#server/finance/manual/request-posting.ts'
import { parsePostings, sumDebits } from '#server/finance/manual/manual-postings.ts'
import * as store from '#server/finance/manual/request-store.ts'
import { listOpenRequests, loadRequestView } from '#server/finance/manual/request-views.ts'
import {
  type EntryRequestAction,
  type EntryRequestView,
  entryRequestLifecycle,
} from '#shared/finance/entry-requests.ts'
import { templateKey } from '#shared/finance/entry-templates.ts'
import type { ManualLine, ManualPosting } from '#shared/finance/manual-entry.ts'
import { ProblemError } from '#shared/problem.ts'
import { nextState } from '#shared/state-machine.ts'

/** `GET /api/finance/entry-requests`: those that wait for approval, the oldest first. */
export const listEntryRequests: Action<'listEntryRequests'> = async (context) => ({
  requests: await listOpenRequests(context),
})

interface RequestInput {
  day?: string | undefined
  memo: string
  lines: readonly ManualLine[]
  corrects?: number | undefined
  template?: string | undefined
  month?: string | undefined
}

/** Asks someone else to post an entry. Refuses what could not be posted now either. */
export const requestEntry = (context: AuthenticatedContext, input: RequestInput): Promise<EntryRequestView> =>
  requestPosting(context, async (transaction) => {
    const { day = null, memo, lines, corrects = null } = input
    requirePastDay(context, day)
    await requireOpenDay(transaction, day)
    const corrected = corrects === null ? undefined : customerOf(await requireReversible(transaction, corrects))
    const postings = await parsePostings(transaction, context, lines, { corrected })
    const template = await parseTemplate(transaction, input)
    if (template) await requireUnposted(transaction, templateKey(template.id, template.month))
    const { id: template_id = null, month = null } = template ?? {}
    return { memo, day, corrects, reverses: null, template_id, month, matching: null, postings }
  })

/** Asks someone else to reverse a manual entry. */
export const requestReversal = (
  context: AuthenticatedContext,
  { number, memo }: { number: number; memo: string },
): Promise<EntryRequestView> =>
  requestPosting(context, async (transaction) => {
    const entry = await requireReversible(transaction, number)
    const customer = customerOf(entry)
    const opposite = entry.postings.map(({ accountCode, role, currency, amountMinor }) => ({
      account: accountCode,
      currency,
      amountMinor: -amountMinor,
      ...(role === 'store_credit' && customer !== undefined && { customer }),
    }))
    const nothing = { day: null, corrects: null, template_id: null, month: null, matching: null }
    return { memo, ...nothing, reverses: number, postings: opposite }
  })

/** `POST /api/finance/entry-requests/:request/approval`: posts the entry, if the books still allow it. */
export const approveEntryRequest: Action<'approveEntryRequest'> = async (context, { request: id }) => {
  const confirmed = await confirmRequested(context, id)
  return decide(context, id, 'approve', async (transaction, row, actor) => {
    if (row.requested_by === actor.id) throw new ProblemError('own-request')
    if (row.expires_at <= context.kontor.now()) throw new ProblemError('request-expired')
    const entry_seq =
      row.matching === null
        ? await postRequested(transaction, context, row)
        : await postRequestedMatch(transaction, context, actor, { ...row, matching: row.matching }, confirmed)
    return { reason: '', entry_seq }
  })
}

/** `POST /api/finance/entry-requests/:request/rejection`. */
export const declineEntryRequest: Action<'declineEntryRequest'> = (context, { request: id, reason }) =>
  decide(context, id, 'decline', async (_, row, actor) => {
    if (row.requested_by === actor.id) throw new ProblemError('own-request')
    return { reason, entry_seq: null }
  })

/** `POST /api/finance/entry-requests/:request/withdrawal`: the requester takes it back. */
export const withdrawEntryRequest: Action<'withdrawEntryRequest'> = (context, { request: id }) =>
  decide(context, id, 'withdraw', async (_, row, actor) => {
    if (row.requested_by !== actor.id) throw new ProblemError('not-requester', { number: row.memo })
    return { reason: '', entry_seq: null }
  })

/** If two people decide at once, one succeeds: the transaction of the other sees the decision. */
async function decide(
  context: AuthenticatedContext,
  id: string,
  action: EntryRequestAction,
  run: (
    transaction: Transaction,
    row: store.EntryRequestRow,
    actor: CurrentUser,
  ) => Promise<Pick<EntryRequestsTable, 'reason' | 'entry_seq'>>,
): Promise<EntryRequestView> {
  await inTransaction(context, async (transaction, actor) => {
    const row = await store.findRequest(transaction, id)
    if (!row) throw new ProblemError('not-found')
    const status = nextState(entryRequestLifecycle, row.status, action)
    if (status === undefined) throw new ProblemError('request-decided')
    const result = await run(transaction, row, actor)
    const now = context.kontor.now()
    await store.updateRequest(transaction, id, { ...result, status, decided_by: actor.id, decided_at: now })
    await recordRequestEvent(transaction, context, row, {
      action: requestEventOf[action],
      at: now,
      parameters: {
        ...(result.entry_seq !== null && { entry: result.entry_seq }),
        ...(result.reason !== '' && { reason: result.reason }),
        ...sumDebits(parseLines(row))[0],
      },
    })
  })
  return loadRequestView(context, id)
}

const parseLines = ({ lines }: Pick<EntryRequestsTable, 'lines'>): ManualPosting[] =>
  JSON.parse(lines) as ManualPosting[]

const postRequested = (
  transaction: Transaction,
  context: AuthenticatedContext,
  row: store.EntryRequestRow,
): Promise<number> => {
  const { id, memo, day, corrects, reverses, template_id, month } = row
  return reverses === null
    ? postManualEntry(transaction, context, approved(id), {
        memo,
        day,
        corrects,
        template: template_id === null || month === null ? null : { id: template_id, month },
        postings: parseLines(row),
        key: `request:${id}`,
      })
    : reverseManual(transaction, context, approved(id), { number: reverses, memo })
}
