import { inTransaction } from '#server/auth/access.ts'
import type { AuthenticatedContext } from '#server/context.ts'
import { newId } from '#server/db/id.ts'
import type { Transaction } from '#server/db/database.ts'
import { recordEvents } from '#server/events/events.ts'
import { yieldToEventLoop } from '#server/runtime/event-loop.ts'
import * as store from '#server/jobs/store.ts'
import { loadUndoable } from '#server/jobs/views.ts'
import type { JobState } from '#shared/jobs/job.ts'
import type { JobView } from '#shared/jobs/views.ts'

/** A job before it is stored. */
export interface JobDraft {
  kind: JobView['kind']
  parameters: Readonly<Record<string, string>>
  /** Its items, in order; empty for a job on a file. An item with a reason is not changed. */
  items: readonly { order: string; parameters?: string; reason?: string | undefined }[]
  /** Starts at once; otherwise its user looks at it first. */
  start: boolean
  undoes?: string
  /** Where a job on a file begins, if it needs to know more than its parameters, which users see. */
  state?: JobState
  /** Writes data that the job needs before it can run, such as the content of its file. */
  prepare?: (id: string) => Promise<void>
  /** Writes further data in the transaction that makes the job ready. Returns parameters that it adds to the job. */
  complete?: (transaction: Transaction, id: string) => Promise<Readonly<Record<string, string>>>
}

/** Items written in one transaction. */
const sliceSize = 500

/**
 * Stores a job with its items, many of them in several transactions: until all are written it is `preparing`, which nothing starts. Returns its id.
 */
export async function createJob(context: AuthenticatedContext, draft: JobDraft): Promise<string> {
  const { kontor, session } = context
  const id = newId()
  const items = draft.items.map(({ order, parameters = '', reason }, index): store.JobItemRecord => ({
    job_id: id,
    position: index + 1,
    order_number: order,
    parameters,
    result: reason === undefined ? null : 'skipped',
    reason: reason ?? '',
    undo: '',
  }))
  const now = kontor.now()
  await inTransaction(context, async (transaction) => {
    if (draft.undoes !== undefined) await loadUndoable(transaction, context, draft.undoes)
    await store.insertJob(transaction, {
      id,
      kind: draft.kind,
      status: 'preparing',
      user_id: session.user.id,
      token_id: session.token ? session.id : null,
      parameters: JSON.stringify(draft.parameters),
      state: draft.state ? JSON.stringify(draft.state) : '',
      undoes: null,
      total: items.length,
      skipped_count: items.filter(({ result }) => result === 'skipped').length,
      created_at: now,
      started_at: null,
      ended_at: null,
    })
    await store.insertItems(transaction, items.slice(0, sliceSize))
    const parameters = { total: items.length, ...(draft.undoes !== undefined && { undoes: draft.undoes }) }
    // The self-check compares the time of the event with that of the job.
    await recordJobEvent(transaction, context, { id, kind: draft.kind }, 'job.created', { parameters, at: now })
    if (items.length <= sliceSize && !draft.prepare) await completePreparation(transaction, context, { id, draft })
  })
  if (draft.prepare) {
    await draft.prepare(id)
    await inTransaction(context, (transaction) => completePreparation(transaction, context, { id, draft }))
  }
  for (let start = sliceSize; start < items.length; start += sliceSize) {
    await yieldToEventLoop()
    const isLast = start + sliceSize >= items.length
    await inTransaction(context, async (transaction) => {
      await store.insertItems(transaction, items.slice(start, start + sliceSize))
      if (isLast) await completePreparation(transaction, context, { id, draft })
    })
  }
  if (draft.start) kontor.wakeJobs?.()
  return id
}

async function completePreparation(
  transaction: Transaction,
  context: AuthenticatedContext,
  { id, draft: { kind, start, parameters, complete, undoes } }: { id: string; draft: JobDraft },
): Promise<void> {
  // Another request may have undone the job since. A job that is never completed, because the server stopped, undoes nothing.
  if (undoes !== undefined) await loadUndoable(transaction, context, undoes)
  const added = await complete?.(transaction, id)
  await store.updateJob(transaction, id, {
    status: start ? 'queued' : 'previewed',
    ...(undoes !== undefined && { undoes }),
    ...(added && { parameters: JSON.stringify({ ...parameters, ...added }) }),
  })
  if (start) await recordJobEvent(transaction, context, { id, kind }, 'job.started')
}

/** Records what a user did with a job. */
export const recordJobEvent = (
  transaction: Transaction,
  context: AuthenticatedContext,
  { id, kind }: Pick<store.JobRecord, 'id' | 'kind'>,
  action:
    | 'job.created'
    | 'job.started'
    | 'job.paused'
    | 'job.resumed'
    | 'job.cancelled'
    | 'orders.export_downloaded'
    | 'orders.print_opened',
  { parameters, at }: { parameters?: Readonly<Record<string, string | number>>; at?: number } = {},
): Promise<void> =>
  recordEvents(transaction, context, {
    action,
    objectType: 'job',
    objectId: id,
    objectLabel: kind,
    parameters: { kind, ...parameters },
    ...(at !== undefined && { at }),
  })
