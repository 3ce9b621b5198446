import { inTransaction } from '#server/auth/access.ts'
import type { AuthenticatedContext, CurrentUser, RequestContext } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { newId } from '#server/db/id.ts'
import type { EntryRequestsTable } from '#server/db/schema/entry-requests.ts'
import { recordEvents } from '#server/events/events.ts'
import { requireRoom, sumDebits } from '#server/finance/manual/manual-postings.ts'
import * as store from '#server/finance/manual/request-store.ts'
import { loadRequestView } from '#server/finance/manual/request-views.ts'
import {
  type EntryRequestAction,
  type EntryRequestView,
  entryRequestLifetimeMs,
} from '#shared/finance/entry-requests.ts'
import type { ManualPosting } from '#shared/finance/manual-entry.ts'

/** What someone else is asked to approve. */
type RequestedEntry = Pick<
  EntryRequestsTable,
  'memo' | 'day' | 'corrects' | 'reverses' | 'template_id' | 'month' | 'matching'
> & {
  postings: readonly ManualPosting[]
}

/** Asks someone else to approve what `plan` returns. */
export async function requestPosting(
  context: AuthenticatedContext,
  plan: (transaction: Transaction) => Promise<RequestedEntry>,
): Promise<EntryRequestView> {
  const id = await inTransaction(context, async (transaction, actor) =>
    insertRequest(transaction, context, actor, await plan(transaction)),
  )
  return loadRequestView(context, id)
}

/** Stores a request with its event, and returns its id. Throws `ledger-full`. */
export async function insertRequest(
  transaction: Transaction,
  context: RequestContext,
  actor: CurrentUser,
  { postings, ...entry }: RequestedEntry,
): Promise<string> {
  await requireRoom(transaction, postings)
  const now = context.kontor.now()
  const row: EntryRequestsTable = {
    id: newId(),
    status: 'requested',
    ...entry,
    lines: JSON.stringify(postings),
    requested_by: actor.id,
    requested_at: now,
    expires_at: now + entryRequestLifetimeMs,
    decided_by: null,
    decided_at: null,
    reason: '',
    entry_seq: null,
  }
  await store.insertRequest(transaction, row)
  const { day, corrects, reverses, template_id, month, matching, lines, expires_at } = row
  await recordRequestEvent(transaction, context, row, {
    action: 'entry_request.requested',
    at: now,
    parameters: {
      lines,
      expires_at,
      ...(day !== null && { day }),
      ...(corrects !== null && { corrects }),
      ...(reverses !== null && { reverses }),
      ...(template_id !== null && { template: template_id }),
      ...(month !== null && { month }),
      ...(matching !== null && { matching }),
      ...sumDebits(postings)[0],
    },
  })
  return row.id
}

/** The event of what is done with a request. */
export const requestEventOf = {
  approve: 'entry_request.approved',
  decline: 'entry_request.declined',
  withdraw: 'entry_request.withdrawn',
} as const satisfies Record<EntryRequestAction, string>

export const recordRequestEvent = (
  transaction: Transaction,
  context: RequestContext,
  { id, memo }: Pick<EntryRequestsTable, 'id' | 'memo'>,
  event: {
    action: (typeof requestEventOf)[EntryRequestAction] | 'entry_request.requested'
    at: number
    parameters: Record<string, string | number>
  },
): Promise<void> =>
  recordEvents(transaction, context, { ...event, objectType: 'entry_request', objectId: id, objectLabel: memo })
