import { bulkActions, bulkPermissions, undoableActions } from '#shared/orders/bulk-actions.ts'
import type { Permission } from '#shared/permissions.ts'

/** Jobs that work on a file instead of on chosen orders. */
export const fileJobKinds = ['import', 'export'] as const

/** What a job does. */
export const jobKinds = [...bulkActions, ...fileJobKinds] as const
export type JobKindName = (typeof jobKinds)[number]

/** The permission that a job of this kind needs all the time, besides `orders.bulk`. */
export const jobPermissions: Readonly<Record<JobKindName, Permission>> = {
  ...bulkPermissions,
  import: 'orders.import',
  export: 'orders.export',
}

/** The jobs that can be undone for some minutes after they ended. */
export const undoableKinds: readonly JobKindName[] = undoableActions

/** Whether a job works on a file: it then has no items but those that it left as they are. */
export const isFileJob = (kind: JobKindName): boolean => (fileJobKinds as readonly string[]).includes(kind)
