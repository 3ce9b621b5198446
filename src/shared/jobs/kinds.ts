import { type JobAction, jobActionsIn, type JobStatus } from '#shared/jobs/job.ts'
import { bulkPermissions, orderJobActions, undoableActions } from '#shared/orders/bulk-actions.ts'
import type { Permission } from '#shared/permissions.ts'

/** Jobs that work on a file instead of on chosen orders, or on all of an import, and count what they do as they go. */
const fileJobKinds = [
  'import',
  'export',
  'undo_import',
  'import_customers',
  'export_customers',
  'undo_customer_import',
] as const

/** What a job does. */
export const jobKinds = [...orderJobActions, ...fileJobKinds] as const
export type JobKindName = (typeof jobKinds)[number]

/** The permission, besides `orders.bulk`, that the user of a job of this kind must have until its end. */
export const jobPermissions: Readonly<Record<JobKindName, Permission>> = {
  ...bulkPermissions,
  import: 'orders.import',
  export: 'orders.export',
  undo_import: 'orders.undo_import',
  import_customers: 'customers.manage',
  export_customers: 'orders.export',
  undo_customer_import: 'customers.manage',
}

/** The jobs that can be undone for some minutes after they ended. */
export const undoableKinds: readonly JobKindName[] = undoableActions

/** What users can do with a job of this kind and status: the undo of an import is not left half done, so it cannot be cancelled. */
export const jobActionsOf = ({ kind, status }: { kind: JobKindName; status: JobStatus }): JobAction[] =>
  jobActionsIn(status).filter((action) => !(isUndoOfImport(kind) && action === 'cancel'))

/** Whether a job undoes an import. */
export const isUndoOfImport = (kind: JobKindName): boolean => kind === 'undo_import' || kind === 'undo_customer_import'

/** Whether a job writes a file to download. */
export const isExport = (kind: JobKindName): boolean => kind === 'export' || kind === 'export_customers'

/** Whether a job works on customers instead of orders. */
export const isAboutCustomers = (kind: JobKindName): boolean =>
  kind === 'import_customers' || kind === 'export_customers' || kind === 'undo_customer_import'

/** Whether a job works on a file, or on an import: it then has no items but those that it left as they are. */
export const isFileJob = (kind: JobKindName): boolean => (fileJobKinds as readonly string[]).includes(kind)
