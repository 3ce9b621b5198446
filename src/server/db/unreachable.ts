/**
 * PostgreSQL has no room left (class 53: disk, memory, connections), took too long, stops, starts, or is a copy that only reads:
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const transientSqlState = /^(53...|57014|57P0[1-3]|25006)$/

/** Whether a database failed because it cannot be reached or written just now, and not because of what it was asked. */
export function isUnreachable(error: unknown): boolean {
  const { code = '', errno = '' } = (error ?? {}) as { code?: unknown; errno?: unknown }
  return (
    /^ERR_POSTGRES_(CONNECTION|IDLE_TIMEOUT|LIFETIME_TIMEOUT)/.test(String(code)) ||
    /^SQLITE_(BUSY|FULL|IOERR|READONLY|CANTOPEN)/.test(String(code)) ||
    transientSqlState.test(String(errno))
  )
}
