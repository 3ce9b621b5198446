import { ConfigError } from '#server/config/config-error.ts'
import { isDecodable } from '#server/config/is-decodable.ts'
import type { Setting } from '#server/config/settings.ts'
import { isWeakSecret } from '#server/auth/secret-strength.ts'

/** The URL of PostgreSQL, empty for SQLite. */
export function parseDatabaseUrl(text: string | undefined): string {
  if (text === undefined) return ''
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !['postgres:', 'postgresql:'].includes(url.protocol) || url.host === '')
    throw new ConfigError('DATABASE_URL must be empty or start with postgres:// and name a host.')
  if (![url.username, url.password, url.pathname].every(isDecodable))
    throw new ConfigError(
      'DATABASE_URL must percent-encode the user, password and database name, for example % as %25.',
    )
  const mode = url.searchParams.get('sslmode')
  if (mode !== null && !sslModes.includes(mode))
    throw new ConfigError(`The sslmode of DATABASE_URL must be one of ${sslModes.join(', ')}, not "${mode}".`)
  return text
}

/** PostgreSQL's modes: https://www.postgresql.org/docs/current/libpq-ssl.html */
const sslModes: readonly string[] = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full']

const secretHint = 'Create one with: openssl rand -hex 32'

/** A secret that signs sessions, which several instances must share. */
export function parseSecret(name: Setting, secret: string | undefined, isRequired: boolean): string | undefined {
  if (secret === undefined && isRequired)
    throw new ConfigError(`${name} must be set when DATABASE_URL is set, and must be the same for every instance.`)
  if (secret !== undefined && [...secret].length < 32)
    throw new ConfigError(`${name} must have at least 32 characters. ${secretHint}`)
  if (secret !== undefined && isWeakSecret(secret))
    throw new ConfigError(`${name} is too easy to guess: it must be random characters. ${secretHint}`)
  return secret
}
