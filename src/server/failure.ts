import { isUnreachable } from '#server/db/unreachable.ts'
import { type ProblemName, Refusal } from '#shared/problem.ts'

/** No room on the disk: of SQLite, of PostgreSQL, of the system itself. */
const fullStates: readonly unknown[] = ['SQLITE_FULL', '53100', 'ENOSPC', 'EDQUOT', 'EFBIG']

/** What somebody is told of a failure: the refusal itself, or for a surprise what it means for those who asked. */
export function refusalOf(error: unknown): Refusal {
  return error instanceof Refusal ? error : new Refusal(meaningOf(error))
}

function meaningOf(error: unknown): ProblemName {
  const { code, errno } = (error ?? {}) as { code?: unknown; errno?: unknown }
  if (fullStates.includes(code) || fullStates.includes(errno)) return 'storage-full'
  return isUnreachable(error) ? 'unavailable' : 'internal'
}
