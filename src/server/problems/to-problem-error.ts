import { OpenError } from '#server/db/open-error.ts'
import { fullDiskCodes } from '#server/db/full-disk.ts'
import { isUnreachable } from '#server/db/unreachable.ts'
import { type ProblemName, ProblemError } from '#shared/problem.ts'

/** The error to answer with: a `ProblemError` as it is; an unexpected error as `storage-full`, `unavailable` or `internal`. */
export function toProblemError(error: unknown): ProblemError {
  return error instanceof ProblemError ? error : new ProblemError(classifyError(error))
}

/** Whether writes fail for now, because the disk is full or the database is unreachable; not for a database that has become too new for this program. */
export const isStorageOutage = (error: unknown): boolean =>
  !(error instanceof OpenError) && ['storage-full', 'unavailable'].includes(toProblemError(error).problem)

function classifyError(error: unknown): ProblemName {
  const { code, errno } = (error ?? {}) as { code?: unknown; errno?: unknown }
  if (fullDiskCodes.includes(code) || fullDiskCodes.includes(errno)) return 'storage-full'
  return isUnreachable(error) || error instanceof OpenError ? 'unavailable' : 'internal'
}
