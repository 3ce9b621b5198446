import { isUnreachable } from '#server/db/unreachable.ts'
import { type ProblemName, ProblemError } from '#shared/problem.ts'

/** Error codes for a full disk, from SQLite, PostgreSQL and the operating system. */
const diskFullCodes: readonly unknown[] = ['SQLITE_FULL', '53100', 'ENOSPC', 'EDQUOT', 'EFBIG']

/** The error to answer with: a `ProblemError` as it is; an unexpected error as `storage-full`, `unavailable` or `internal`. */
export function toProblemError(error: unknown): ProblemError {
  return error instanceof ProblemError ? error : new ProblemError(classifyError(error))
}

function classifyError(error: unknown): ProblemName {
  const { code, errno } = (error ?? {}) as { code?: unknown; errno?: unknown }
  if (diskFullCodes.includes(code) || diskFullCodes.includes(errno)) return 'storage-full'
  return isUnreachable(error) ? 'unavailable' : 'internal'
}
