import { inTransaction, requirePermission } from '#server/auth/access.ts'
import type { Action } from '#server/context.ts'
import { createDownload } from '#server/files/download.ts'
import { whileLoggedIn } from '#server/files/export-file.ts'
import { recordJobEvent } from '#server/jobs/create-job.ts'
import { findJobFile, readJobContent } from '#server/jobs/job-files.ts'
import { loadJob } from '#server/jobs/views.ts'
import { isExport } from '#shared/jobs/kinds.ts'
import { ProblemError } from '#shared/problem.ts'

/** `POST /api/jobs/:job/downloads`: the file that a job has written. Each download is recorded. Throws `not-found` without one. */
export const downloadJobFile: Action<'downloadJobFile'> = async (context, { job: id }) => {
  const { kontor } = context
  const job = await loadJob(kontor.database.read, context, id)
  const file = isExport(job.kind) ? await findJobFile(kontor, id) : undefined
  if (!file) throw new ProblemError('not-found', { number: id })
  // The one who made it may have had another role then.
  if (file.isPersonal) requirePermission(context, 'customers.view_personal')
  await inTransaction(context, (transaction) =>
    recordJobEvent(transaction, context, job, 'orders.export_downloaded', { parameters: { file: file.name } }),
  )
  return createDownload(whileLoggedIn(context, readJobContent(kontor.database.read, id)), {
    fileName: file.name,
    contentType: 'application/octet-stream',
  })
}
