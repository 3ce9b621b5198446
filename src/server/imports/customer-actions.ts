import { parseParameters } from '#server/jobs/views.ts'
import type { Action } from '#server/context.ts'
import { createFileJob } from '#server/imports/create-file-job.ts'
import { openCustomerFile } from '#server/imports/customer-file.ts'
import {
  countCustomers,
  CustomerImport,
  type CustomerImportOptions,
  type CustomerJournal,
  noCustomerCounts,
  openCustomerImport,
} from '#server/imports/customer-import.ts'
import { cleanFileName } from '#server/files/file-name.ts'
import { isOn, parseCharset } from '#server/imports/import-input.ts'
import { ImportRecord } from '#server/imports/import-record.ts'
import * as store from '#server/imports/import-store.ts'
import { loadImportList } from '#server/imports/views.ts'
import { withJobFile } from '#server/jobs/job-files.ts'
import type { FileJobKind, JobRun } from '#server/jobs/job-kind.ts'
import type { CustomerMapping } from '#shared/customers/import-mapping.ts'
import type { JobState } from '#shared/jobs/job.ts'

/** Few enough that other requests wait less than 50 ms. */
const customersPerBatch = 50

/** `POST /api/imports/customers`: imports a file, or with `dryRun` says what would happen. */
export const importCustomers: Action<'importCustomers'> = async (context, { file, dryRun, encoding, mapping }) => {
  const options = { ...toOptions(file, encoding, mapping), dryRun: isOn(dryRun) }
  return (await openCustomerImport(context, options)).run()
}

const toOptions = (file: File, encoding: string | undefined, mapping: CustomerMapping | undefined) => ({
  ...{ file, mapping, customersPerBatch },
  fileName: cleanFileName(file, 'customers.csv'),
  encoding: encoding ?? parseCharset(file.type),
})

/** `POST /api/imports/customers/jobs`: checks the file as a whole and stores it; a job then imports its customers. */
export const createCustomerImportJob: Action<'createCustomerImportJob'> = async (
  context,
  { file, encoding: label, mapping },
) => {
  const { fileName, encoding, ...options } = toOptions(file, label, mapping)
  const { table } = await openCustomerFile(context, { ...options, encoding })
  const parameters = {
    ...(encoding !== undefined && { encoding }),
    ...(mapping !== undefined && { mapping: JSON.stringify(mapping) }),
  }
  return createFileJob(context, { kind: 'customers', parameters, file, fileName, table })
}

/** Imports the customers of the job's file, from where it was interrupted. */
export const importCustomersJobKind: FileJobKind = {
  permission: 'customers.manage',
  work: (run) =>
    withJobFile(run.context.kontor, run.job.id, async (content) => {
      const { file: fileName = '', encoding, mapping, import: number = '' } = parseParameters(run.job)
      const options: CustomerImportOptions = {
        ...{ file: content, fileName, encoding, customersPerBatch, dryRun: false },
        mapping: mapping === undefined ? undefined : (JSON.parse(mapping) as CustomerMapping),
      }
      const file = await openCustomerFile(run.context, options)
      const record = new ImportRecord(run.context, fileName, file.table, { kind: 'customers', jobId: run.job.id })
      record.keep(number)
      const journal = createJournal(run, number, content.size)
      await new CustomerImport(run.context, options, file, record, journal).run(run.throwIfStopping)
    }),
}

/** What a job keeps of its import besides what its page shows. */
type ImportState = JobState & Pick<CustomerJournal, 'position' | 'counts'>

function createJournal({ job, save }: JobRun, number: string, size: number): CustomerJournal {
  const state = job.state === '' ? undefined : (JSON.parse(job.state) as ImportState)
  return {
    position: state?.position ?? 0,
    counts: state?.counts ?? noCustomerCounts,
    save: async (transaction, { position, bytes, counts }, left) => {
      const { created, updated, unchanged, refused } = counts
      const read = countCustomers(counts)
      // Workbooks are read as a whole first.
      const percent = bytes === 0 ? null : Math.floor((100 * bytes) / size)
      await save(transaction, {
        ...{ done: created + updated, skipped: unchanged, refused, total: read, left },
        state: { percent, counts: { ...counts }, position } as ImportState,
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

/** `GET /api/imports/customers`: the history of imports. */
export const listCustomerImports: Action<'listCustomerImports'> = (context, { before }) =>
  loadImportList(context, before, 'customers')
