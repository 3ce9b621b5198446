import { parseParameters } from '#server/jobs/views.ts'
import type { Action } from '#server/context.ts'
import { createFileJob } from '#server/imports/create-file-job.ts'
import { type ImportFile, openImportFile } from '#server/imports/import-file.ts'
import type { ImportCheckpoint, ImportJournal } from '#server/imports/import-journal.ts'
import { ImportRecord } from '#server/imports/import-record.ts'
import * as store from '#server/imports/import-store.ts'
import { countRead, noCounts } from '#server/imports/import-tally.ts'
import { type ImportOptions, OrderImport } from '#server/imports/order-import.ts'
import { withJobFile } from '#server/jobs/job-files.ts'
import type { FileJobKind, JobRun } from '#server/jobs/job-kind.ts'
import type { JobState } from '#shared/jobs/job.ts'
import type { ImportFormat } from '#shared/orders/import-formats.ts'
import type { OrderMapping } from '#shared/orders/order-mapping.ts'
import { cleanFileName } from '#server/files/file-name.ts'
import { isOn, ordersPerBatch, parseCharset } from '#server/imports/import-input.ts'

/** What the user said about the file, as the parameters of the job. */
const toParameters = ({
  encoding,
  format,
  currency,
  mapping,
  update,
}: Omit<ImportOptions, 'file'>): Record<string, string> => ({
  ...(update && { update: '1' }),
  ...(encoding !== undefined && { encoding }),
  ...(format !== undefined && { format }),
  ...(currency !== undefined && { currency }),
  ...(mapping !== undefined && { mapping: JSON.stringify(mapping) }),
})

function toOptions(file: Blob, parameters: Readonly<Record<string, string>>): ImportOptions {
  const { mapping } = parameters
  return {
    file,
    fileName: parameters['file'] ?? '',
    encoding: parameters['encoding'],
    format: parameters['format'] as ImportFormat | undefined,
    currency: parameters['currency'],
    mapping: mapping === undefined ? undefined : (JSON.parse(mapping) as OrderMapping),
    update: parameters['update'] === '1',
    dryRun: false,
    ordersPerBatch,
  }
}

/**
 * `POST /api/imports/orders/jobs`: checks the file as a whole and stores it; a job then imports its orders, also when the page is closed. Throws what
 * the import itself throws for a file.
 */
export const createImportJob: Action<'createImportJob'> = async (context, { file, update, encoding, ...choice }) => {
  const options = {
    ...choice,
    file,
    fileName: cleanFileName(file, 'orders.csv'),
    encoding: encoding ?? parseCharset(file.type),
    update: isOn(update),
    dryRun: false,
    ordersPerBatch,
  }
  const { recognized } = await openImportFile(context, options)
  const { fileName } = options
  return createFileJob(context, {
    kind: 'orders',
    parameters: toParameters(options),
    file,
    fileName,
    table: recognized,
  })
}

/** Imports the orders of the job's file, from where it was interrupted. */
export const importJobKind: FileJobKind = {
  permission: 'orders.import',
  work: (run) =>
    withJobFile(run.context.kontor, run.job.id, async (content) => {
      const options = toOptions(content, parseParameters(run.job))
      const file = await openImportFile(run.context, options)
      const record = createRecord(run, options, file)
      const orders = new OrderImport(run.context, options, file, record, createJournal(run, options))
      await orders.run(run.throwIfStopping)
    }),
}

function createRecord(run: JobRun, { fileName }: ImportOptions, { recognized }: ImportFile): ImportRecord {
  const record = new ImportRecord(run.context, fileName, recognized, { kind: 'orders', jobId: run.job.id })
  record.keep(parseParameters(run.job)['import'] ?? '')
  return record
}

/** What a job keeps of its import besides what its page shows. */
type ImportState = JobState & Pick<ImportCheckpoint, 'position' | 'waiting' | 'counts'>

function createJournal(run: JobRun, { file, update }: ImportOptions): ImportJournal {
  const { job, save } = run
  const number = parseParameters(run.job)['import'] ?? ''
  const state = job.state === '' ? undefined : (JSON.parse(job.state) as ImportState)
  return {
    start: {
      position: state?.position ?? 0,
      waiting: state?.waiting ?? [],
      counts: state?.counts ?? noCounts,
      bytes: 0,
    },
    save: async (transaction, checkpoint, left) => {
      const { created, unchanged, changed, refused } = checkpoint.counts
      const read = countRead(checkpoint.counts, update)
      const updated = update ? changed : 0
      // Workbooks are read as a whole first.
      const percent = checkpoint.bytes === 0 ? null : Math.floor((100 * checkpoint.bytes) / file.size)
      const { position, waiting, counts } = checkpoint
      await save(transaction, {
        done: created + updated,
        skipped: unchanged,
        refused,
        total: read,
        state: { percent, counts: { ...counts }, position, waiting } as ImportState,
        // What is different in the file is not kept, because it may be personal.
        left: left.map(({ isChanged, reason, ...each }) => ({
          ...each,
          reason: isChanged ? 'changed-in-shop' : reason,
        })),
      })
      await store.updateImport(transaction, number, {
        read_count: read,
        created_count: created,
        unchanged_count: unchanged,
        updated_count: updated,
        refused_count: refused,
      })
    },
  }
}
