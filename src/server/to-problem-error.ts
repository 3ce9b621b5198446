import { isUnreachable } from '#server/db/unreachable.ts'
import { type ProblemName, ProblemError } from '#shared/problem.ts'

/** No room on the disk: of SQLite, of PostgreSQL, of the system itself. */
const diskFullCodes: readonly unknown[] = ['SQLITE_FULL', '53100', 'ENOSPC', 'EDQUOT', 'EFBIG']

/** What somebody is told of a failure: the refusal itself, or for a surprise what it means for those who asked. */
export function toProblemError(error: unknown): ProblemError {
  return error instanceof ProblemError ? error : new ProblemError(classifyError(error))
}

function classifyError(error: unknown): ProblemName {
  const { code, errno } = (error ?? {}) as { code?: unknown; errno?: unknown }
  if (diskFullCodes.includes(code) || diskFullCodes.includes(errno)) return 'storage-full'
  return isUnreachable(error) ? 'unavailable' : 'internal'
}
