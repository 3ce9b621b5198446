import { exportCustomersJobKind } from '#server/customers/export-actions.ts'
import { importCustomersJobKind } from '#server/imports/customer-actions.ts'
import { importJobKind } from '#server/imports/import-job.ts'
import { undoCustomerImportJobKind } from '#server/imports/undo-customers.ts'
import { undoImportJobKind } from '#server/imports/undo-job.ts'
import type { JobKind } from '#server/jobs/job-kind.ts'
import { orderJobKinds } from '#server/orders/bulk/kinds.ts'
import { exportJobKind } from '#server/orders/export/export-job.ts'
import { printJobKind } from '#server/print/print-job.ts'
import type { JobKindName } from '#shared/jobs/kinds.ts'

/** What each kind of job does: a table like those of actions and loaders. */
export const jobKinds: Readonly<Record<JobKindName, JobKind>> = {
  ...orderJobKinds,
  print: printJobKind,
  import: importJobKind,
  export: exportJobKind,
  undo_import: undoImportJobKind,
  import_customers: importCustomersJobKind,
  export_customers: exportCustomersJobKind,
  undo_customer_import: undoCustomerImportJobKind,
}
