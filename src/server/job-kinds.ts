import { exportCustomersJobKind } from '#server/customers/actions.ts'
import {
  importCustomersJobKind,
  importJobKind,
  undoCustomerImportJobKind,
  undoImportJobKind,
} from '#server/imports/actions.ts'
import type { JobKind } from '#server/jobs/actions.ts'
import { exportJobKind, orderJobKinds } from '#server/orders/actions.ts'
import { printJobKind } from '#server/print/actions.ts'
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
