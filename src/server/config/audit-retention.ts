import { ConfigError } from '#server/config/config-error.ts'

/** Sessions and links of the last weeks are compared with the logins that opened them. */
const minimumDays = 90

/** How long the audit log keeps what may be removed, in milliseconds; undefined for `never` and without a value. */
export function parseAuditRetention(text: string | undefined): number | undefined {
  if (text === undefined || text === 'never') return undefined
  const [, days = '0'] = /^([1-9]\d{0,4})d$/.exec(text) ?? []
  if (Number(days) < minimumDays)
    throw new ConfigError(
      `KONTOR_AUDIT_RETENTION must be a number of days, at least ${minimumDays}d, such as 400d, or never, not "${text}".`,
    )
  return Number(days) * 86_400_000
}
