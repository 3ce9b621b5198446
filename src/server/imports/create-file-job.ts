import type { AuthenticatedContext } from '#server/context.ts'
import type { ImportKind } from '#server/db/schema/imports.ts'
import { ImportRecord, type RecordedTable } from '#server/imports/import-record.ts'
import { createJob } from '#server/jobs/create-job.ts'
import { addJobFile, writeJobContent } from '#server/jobs/job-files.ts'
import { loadJobDetails } from '#server/jobs/views.ts'

interface FileJob {
  kind: ImportKind
  /** The user's answers about the file. */
  parameters: Readonly<Record<string, string>>
  file: File
  fileName: string
  table: RecordedTable
}

/** Stores a file that was checked, and starts the job that imports it; the import is in the history from then on. */
export async function createFileJob(
  context: AuthenticatedContext,
  { kind, parameters, file, fileName, table }: FileJob,
): ReturnType<typeof loadJobDetails> {
  const { kontor } = context
  const id = await createJob(context, {
    kind: kind === 'orders' ? 'import' : 'import_customers',
    parameters: { ...parameters, file: fileName, locale: context.locale },
    items: [],
    start: true,
    prepare: async (job) => void (await writeJobContent(kontor.database, job, file)),
    complete: async (transaction, job) => {
      const record = new ImportRecord(context, fileName, table, { kind, jobId: job })
      await addJobFile(transaction, job, { name: fileName, sizeBytes: file.size, isPersonal: true, at: kontor.now() })
      return { import: await record.start(transaction) }
    },
  })
  return loadJobDetails(context, id)
}
