import { ConfigError } from '#server/config/config-error.ts'
import { isCurrency } from '#shared/currencies.ts'

/** An IANA time zone in its canonical form. */
export function parseTimeZone(zone: string | undefined): string | undefined {
  if (zone === undefined) return undefined
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: zone }).resolvedOptions().timeZone
  } catch {
    throw new ConfigError(`KONTOR_TIMEZONE must be a time zone like Asia/Shanghai, not "${zone}".`)
  }
}

/** An ISO 4217 code. */
export function parseCurrency(code: string | undefined): string | undefined {
  if (code !== undefined && !isCurrency(code))
    throw new ConfigError(`KONTOR_CURRENCY must be an ISO 4217 code like CNY, not "${code}".`)
  return code
}
