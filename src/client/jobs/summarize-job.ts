import { isExport, isFileJob } from '#shared/jobs/kinds.ts'
import type { JobView } from '#shared/jobs/views.ts'
import type { jobs } from '#shared/messages/en/jobs.ts'

/** What a job has done, in a few words. */
export function summarizeJob({ kind, done, total, skipped }: JobView, { list, job }: typeof jobs): string {
  if (!isFileJob(kind)) return list[kind === 'print' ? 'printed' : 'summary'](done, total - skipped)
  if (kind === 'import' || kind === 'import_customers') return list.imported(done)
  if (isExport(kind)) return (kind === 'export' ? job.exported : job.exportedCustomers)(done)
  return (kind === 'undo_import' ? job.removed : job.removedCustomers)(done, total)
}
