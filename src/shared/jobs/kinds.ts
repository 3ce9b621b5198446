import { type JobAction, jobActionsIn, type JobStatus } from '#shared/jobs/job.ts'
import { bulkActions, bulkPermissions, undoableActions } from '#shared/orders/bulk-actions.ts'
import type { Permission } from '#shared/permissions.ts'

/** Jobs that work on a file instead of on chosen orders, or on all orders of an import, and count what they do as they go. */
export const fileJobKinds = ['import', 'export', 'undo_import', 'import_customers'] as const

/** What a job does. */
export const jobKinds = [...bulkActions, ...fileJobKinds] as const
export type JobKindName = (typeof jobKinds)[number]

/** The permission that a job of this kind needs all the time, besides `orders.bulk`. */
export const jobPermissions: Readonly<Record<JobKindName, Permission>> = {
  ...bulkPermissions,
  import: 'orders.import',
  export: 'orders.export',
  undo_import: 'orders.undo_import',
  import_customers: 'customers.manage',
}

/** The jobs that can be undone for some minutes after they ended. */
export const undoableKinds: readonly JobKindName[] = undoableActions

/** What users can do with a job of this kind and status: the undo of an import is not left half done, so it cannot be cancelled. */
export const jobActionsOf = ({ kind, status }: { kind: JobKindName; status: JobStatus }): JobAction[] =>
  jobActionsIn(status).filter((action) => !(kind === 'undo_import' && action === 'cancel'))

/** Whether a job works on a file, or on an import: it then has no items but those that it left as they are. */
export const isFileJob = (kind: JobKindName): boolean => (fileJobKinds as readonly string[]).includes(kind)
