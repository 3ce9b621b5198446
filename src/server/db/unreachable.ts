/**
 * PostgreSQL is out of resources (class 53: disk, memory, connections), timed out, is shutting down or starting, or is a read-only replica:
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const transientSqlState = /^(53...|57014|57P0[1-3]|25006)$/

/**
 * Where PostgreSQL says "feature not supported" (0A000) of something that works later: a replica that is asked for a serializable transaction, and a
 * prepared statement whose result a newer program has changed, which each connection says once. Anything else with this code is a wrong statement.
 */
const transientRoutines = /^(call_(enum|string)_check_hook|GetSerializableTransactionSnapshot|RevalidateCachedQuery)$/

/** Whether an error means that the database cannot be reached or written at the moment, and not that the statement was wrong. */
export function isUnreachable(error: unknown): boolean {
  const { code = '', errno = '', routine = '' } = (error ?? {}) as Record<'code' | 'errno' | 'routine', unknown>
  return (
    /^ERR_POSTGRES_(CONNECTION|IDLE_TIMEOUT|LIFETIME_TIMEOUT)/.test(String(code)) ||
    /^SQLITE_(BUSY|FULL|IOERR|READONLY|CANTOPEN)/.test(String(code)) ||
    transientSqlState.test(String(errno)) ||
    (errno === '0A000' && transientRoutines.test(String(routine)))
  )
}

/** Whether an error means that what the database has stored cannot be read, whose classes PostgreSQL calls XX001 and XX002. */
export function isDamaged(error: unknown): boolean {
  const { code = '', errno = '' } = (error ?? {}) as { code?: unknown; errno?: unknown }
  return /^SQLITE_(CORRUPT|NOTADB)/.test(String(code)) || /^XX00[12]$/.test(String(errno))
}

/** Whether PostgreSQL ended a statement because it took too long. */
export const isStatementTimeout = (error: unknown): boolean => (error as { errno?: unknown } | null)?.errno === '57014'
