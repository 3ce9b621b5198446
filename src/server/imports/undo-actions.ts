import type { Action, Kontor } from '#server/context.ts'
import { findRefusal, summarizeUndo } from '#server/imports/undo-summary.ts'
import { updateImport } from '#server/imports/import-store.ts'
import * as store from '#server/imports/undo-store.ts'
import { createJob } from '#server/jobs/create-job.ts'
import { loadJobDetails } from '#server/jobs/views.ts'
import type { ImportUndoPreview } from '#shared/orders/import-views.ts'
import { ProblemError } from '#shared/problem.ts'

/** Maximum number of orders that a preview names for each reason. */
const maxListed = 5

/** `GET /api/imports/orders/:import/undo`: what undoing an import would do; reads all of its orders. */
export const previewImportUndo: Action<'previewImportUndo'> = ({ kontor }, { import: number }) =>
  requireImportUndo(kontor, number)

async function requireImportUndo(kontor: Kontor, number: string): Promise<ImportUndoPreview> {
  const preview = await loadImportUndo(kontor, number)
  if (!preview) throw new ProblemError('not-found', { number })
  return preview
}

/** What undoing an import would do; `undefined` if there is no such import. */
export async function loadImportUndo(kontor: Kontor, number: string): Promise<ImportUndoPreview | undefined> {
  const found = await store.findImport(kontor.database.read, number)
  if (found?.kind !== 'orders') return undefined
  const survey = await summarizeUndo(kontor, number, maxListed)
  const isEmpty = survey.orders === 0 && found.undo_started_at === null
  return {
    number,
    fileName: found.file_name,
    refusal: findRefusal(found) ?? (isEmpty ? 'empty' : null),
    ...survey,
    jobId: found.undo_job_status === null ? null : found.undo_job_id,
  }
}

/**
 * `POST /api/imports/orders/:import/undo`: a job removes all orders of the import, unless something was done with any of them since. Throws `not-found`, and
 * `import-not-undoable` with the reason `why`.
 */
export const undoImport: Action<'undoImport'> = async (context, { import: number }) => {
  const preview = await requireImportUndo(context.kontor, number)
  const why = preview.refusal ?? (preview.blockers.length > 0 ? 'blocked' : null)
  if (why !== null) throw new ProblemError('import-not-undoable', { why })
  const id = await createJob(context, {
    kind: 'undo_import',
    parameters: { import: number, file: preview.fileName, locale: context.locale },
    items: [],
    start: true,
    complete: async (transaction, job) => {
      // Another request may have begun since.
      const found = await store.findImport(transaction, number)
      const refusal = found && findRefusal(found)
      if (refusal) throw new ProblemError('import-not-undoable', { why: refusal })
      await updateImport(transaction, number, { undo_job_id: job })
      return {}
    },
  })
  return loadJobDetails(context, id)
}
