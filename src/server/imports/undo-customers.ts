import { inTransaction } from '#server/auth/access.ts'
import type { Action } from '#server/context.ts'
import { countImported, removeImported } from '#server/customers/remove-imported.ts'
import type { Transaction } from '#server/db/database.ts'
import { yieldToEventLoop } from '#server/runtime/event-loop.ts'
import { recordEvents } from '#server/events/events.ts'
import { updateImport } from '#server/imports/import-store.ts'
import { findImport, type StoredImport } from '#server/imports/undo-store.ts'
import { findRefusal } from '#server/imports/undo-summary.ts'
import { createJob } from '#server/jobs/create-job.ts'
import { type FileJobKind, JobBlocked, type JobRun } from '#server/jobs/job-kind.ts'
import { loadJobDetails } from '#server/jobs/views.ts'
import type { EventAction } from '#shared/events/event-actions.ts'
import { ProblemError } from '#shared/problem.ts'

/** Few enough that other requests wait less than 50 ms. */
const customersPerBatch = 50

/**
 * `POST /api/imports/customers/:import/undo`: a job removes the customers that an import has created. Customers that were changed, merged or erased since are
 * kept. Throws `not-found`, and `import-not-undoable` with the reason `why`.
 */
export const undoCustomerImport: Action<'undoCustomerImport'> = async (context, { import: number }) => {
  const found = requireUndoable(await findImport(context.kontor.database.read, number), number)
  const id = await createJob(context, {
    kind: 'undo_customer_import',
    parameters: { import: number, file: found.file_name, locale: context.locale },
    items: [],
    start: true,
    complete: async (transaction, job) => {
      // Another request may have begun since.
      requireUndoable(await findImport(transaction, number), number)
      await updateImport(transaction, number, { undo_job_id: job })
      return {}
    },
  })
  return loadJobDetails(context, id)
}

function requireUndoable(found: StoredImport | undefined, number: string): StoredImport {
  if (found?.kind !== 'customers') throw new ProblemError('not-found', { number })
  const why = findRefusal(found) ?? (found.ended_at === null && found.job_status === null ? 'running' : undefined)
  if (why !== undefined) throw new ProblemError('import-not-undoable', { why })
  return found
}

/** Removes the customers in parts, from where it was interrupted. */
export const undoCustomerImportJobKind: FileJobKind = {
  permission: 'customers.manage',
  work: async (run) => {
    const { context } = run
    const found = await begin(run)
    if (!found) return
    const { number, created_count: total } = found
    let removed = total - (await countImported(context.kontor.database.read, number))
    for (let isLast = false; !isLast;) {
      run.throwIfStopping()
      const count = await inTransaction(context, async (transaction) => {
        const part = await removeImported(transaction, context, number, customersPerBatch)
        await save(run, transaction, removed + part, total)
        return part
      })
      removed += count
      isLast = count < customersPerBatch
      await yieldToEventLoop()
    }
    await inTransaction(context, async (transaction) => {
      const at = context.kontor.now()
      await save(run, transaction, removed, total)
      await updateImport(transaction, number, { undone_at: at })
      await record(run, transaction, found, { action: 'customers.import_undone', at, parameters: { removed } })
    })
  },
}

/** Claims the import; `undefined` if it is undone already. */
const begin = (run: JobRun): Promise<StoredImport | undefined> =>
  inTransaction(run.context, async (transaction) => {
    const { import: number = '' } = JSON.parse(run.job.parameters) as { import?: string }
    const found = await findImport(transaction, number)
    if (!found || (found.undo_job_id ?? run.job.id) !== run.job.id) throw new JobBlocked()
    if (found.undone_at !== null) return undefined
    await save(run, transaction, found.created_count - (await countImported(transaction, number)), found.created_count)
    if (found.undo_started_at !== null) return found
    const at = run.context.kontor.now()
    await updateImport(transaction, number, {
      undo_job_id: run.job.id,
      undo_user_id: run.job.user_id,
      undo_started_at: at,
    })
    await record(run, transaction, found, { action: 'customers.import_undo_started', at })
    return found
  })

const save = (
  { save: saveProgress }: JobRun,
  transaction: Transaction,
  removed: number,
  total: number,
): Promise<void> =>
  saveProgress(transaction, {
    ...{ done: removed, skipped: 0, refused: 0, total, left: [] },
    state: { percent: total > 0 ? Math.floor((100 * removed) / total) : null, counts: { removed, total } },
  })

const record = (
  { context }: JobRun,
  transaction: Transaction,
  { number, file_name: objectLabel }: StoredImport,
  { action, at, parameters }: { action: EventAction; at: number; parameters?: { removed: number } },
): Promise<void> =>
  recordEvents(transaction, context, {
    ...{ action, objectType: 'import' as const, objectId: number, objectLabel, at },
    parameters: { import: number, ...parameters },
  })
