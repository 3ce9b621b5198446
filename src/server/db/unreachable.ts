/** PostgreSQL stops, starts, or has no place left: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const passingStates = new Set(['53300', '57P01', '57P02', '57P03'])

/** Whether a database failed because it cannot be reached or written just now, and not because of what it was asked. */
export function isUnreachable(error: unknown): boolean {
  const { code = '', errno = '' } = (error ?? {}) as { code?: unknown; errno?: unknown }
  return (
    /^ERR_POSTGRES_(CONNECTION|IDLE_TIMEOUT|LIFETIME_TIMEOUT)/.test(String(code)) ||
    /^SQLITE_(BUSY|FULL|IOERR|READONLY|CANTOPEN)/.test(String(code)) ||
    passingStates.has(String(errno))
  )
}
