import { isWeakSecret } from '#server/auth/secret-strength.ts'
import { type Level, levels } from '#server/log.ts'
import { isCurrency } from '#shared/currencies.ts'
import { type Role, rolesWithPermission } from '#shared/permissions.ts'
import { isIP } from 'node:net'
import { resolve } from 'node:path'

/** The configuration, checked and frozen. The only module that reads the environment. */
export interface Config {
  host: string
  port: number
  /** The public scheme, host and port; no path. */
  origin: URL
  dataFolder: string
  /** Empty for SQLite in the data folder. */
  databaseUrl: string
  /** At least 32 random characters; `undefined` means that the data folder holds the secret. */
  secret: string | undefined
  registration: 'approval' | 'closed' | 'open'
  /** Time zone and currency apply at the first start only; afterwards the book's own values count. `undefined` means the machine's zone. */
  timeZone: string | undefined
  currency: string
  /** An amount in the book's currency above which a refund needs two people; `undefined` without a limit. */
  refundLimit: string | undefined
  /** The same for single roles. */
  refundLimits: Partial<Record<Role, string>>
  trustedProxies: string[]
  metricsToken: string | undefined
  /** `undefined` without scheduled backups. */
  backups: BackupSchedule | undefined
  logLevel: Level
}

/** Where and how often a server makes backups by itself, and how many it keeps. */
export interface BackupSchedule {
  folder: string
  everyMs: number
  keep: number
}

/** An invalid setting: the message is one sentence that names the variable and never contains a secret. */
export class ConfigError extends Error {}

/** All settings, with their description for `--help`. */
export const settings = {
  HOST: 'address to listen on (127.0.0.1)',
  PORT: 'port to listen on (3000)',
  KONTOR_ORIGIN: 'public URL (http://localhost:PORT)',
  KONTOR_DATA: 'data folder (./data)',
  DATABASE_URL: 'PostgreSQL URL, postgres://… (SQLite in the data folder)',
  KONTOR_SECRET:
    'signs sessions, at least 32 random characters; required with PostgreSQL (generated and kept in the data folder)',
  KONTOR_REGISTRATION: 'who can register: approval, closed or open (approval)',
  KONTOR_TIMEZONE: "time zone of the book, used at the first start only (the machine's)",
  KONTOR_CURRENCY: 'base currency of the book, used at the first start only (CNY)',
  KONTOR_REFUND_LIMIT: "refunds above this amount, in the book's currency, need a second person (none)",
  KONTOR_REFUND_LIMITS: 'the same for single roles, like finance=500,owner=5000; the lower limit counts (none)',
  KONTOR_TRUSTED_PROXIES: 'comma-separated addresses and networks whose X-Forwarded-For is trusted (none)',
  KONTOR_METRICS_TOKEN:
    'at least 16 characters; allows /metrics from other machines with "Authorization: Bearer …" (none)',
  KONTOR_BACKUP_DIR: 'folder for scheduled backups (none)',
  KONTOR_BACKUP_EVERY: 'time between them in minutes, hours or days, like 30m, 6h or 1d (1d)',
  KONTOR_BACKUP_KEEP: 'how many are kept (14)',
  LOG_LEVEL: 'debug, info, warn or error (info)',
} as const
type Setting = keyof typeof settings

/** Reads and checks every setting; throws a `ConfigError` for the first invalid one. An empty value counts as unset. */
export function readConfig(env: Record<string, string | undefined> = process.env): Config {
  rejectUnknownSettings(env)
  const read = (name: Setting): string | undefined => env[name]?.trim() || undefined
  const port = parsePort(read('PORT') ?? '3000')
  const databaseUrl = parseDatabaseUrl(read('DATABASE_URL'))
  return Object.freeze({
    host: read('HOST') ?? '127.0.0.1',
    port,
    origin: parseOrigin(read('KONTOR_ORIGIN') ?? `http://localhost:${port}`),
    dataFolder: resolve(read('KONTOR_DATA') ?? './data'),
    databaseUrl,
    secret: parseSecret(read('KONTOR_SECRET'), databaseUrl !== ''),
    registration: parseChoice('KONTOR_REGISTRATION', ['approval', 'closed', 'open'], read('KONTOR_REGISTRATION')),
    timeZone: parseTimeZone(read('KONTOR_TIMEZONE')),
    currency: parseCurrency(read('KONTOR_CURRENCY') ?? 'CNY'),
    refundLimit: parseRefundLimit(read('KONTOR_REFUND_LIMIT')),
    refundLimits: parseRefundLimits(read('KONTOR_REFUND_LIMITS')),
    trustedProxies: parseTrustedProxies(read('KONTOR_TRUSTED_PROXIES')),
    metricsToken: parseMetricsToken(read('KONTOR_METRICS_TOKEN')),
    backups: parseBackupSchedule(read),
    logLevel: parseChoice('LOG_LEVEL', ['info', ...levels.filter((level) => level !== 'info')], read('LOG_LEVEL')),
  })
}

function rejectUnknownSettings(env: Record<string, string | undefined>): void {
  for (const name of Object.keys(env)) {
    if (!name.startsWith('KONTOR_') || Object.hasOwn(settings, name)) continue
    if (name.startsWith('KONTOR_OIDC_'))
      throw new ConfigError(`${name} is set, but this version does not support login through an identity provider.`)
    throw new ConfigError(`Unknown setting ${name}. Did you mean ${findNearestSetting(name)}?`)
  }
}

function parsePort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0
  if (port < 1 || port > 65_535) throw new ConfigError(`PORT must be a whole number from 1 to 65535, not "${text}".`)
  return port
}

function parseOrigin(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isOriginUrl = url && ['http:', 'https:'].includes(url.protocol) && url.href === `${url.origin}/`
  if (!isOriginUrl)
    throw new ConfigError('KONTOR_ORIGIN must be a URL without a path, like https://kontor.example.com.')
  return url
}

function parseDatabaseUrl(text: string | undefined): string {
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

function isDecodable(text: string): boolean {
  try {
    return !decodeURIComponent(text).includes('\0')
  } catch {
    return false
  }
}

const secretHint = 'Create one with: openssl rand -hex 32'

function parseSecret(secret: string | undefined, isRequired: boolean): string | undefined {
  if (secret === undefined && isRequired)
    throw new ConfigError(
      'KONTOR_SECRET must be set when DATABASE_URL is set, and must be the same for every instance.',
    )
  if (secret !== undefined && [...secret].length < 32)
    throw new ConfigError(`KONTOR_SECRET must have at least 32 characters. ${secretHint}`)
  if (secret !== undefined && isWeakSecret(secret))
    throw new ConfigError(`KONTOR_SECRET is too easy to guess: it must be random characters. ${secretHint}`)
  return secret
}

function parseTimeZone(zone: string | undefined): string | undefined {
  if (zone === undefined) return undefined
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: zone }).resolvedOptions().timeZone
  } catch {
    throw new ConfigError(`KONTOR_TIMEZONE must be a time zone like Asia/Shanghai, not "${zone}".`)
  }
}

function parseCurrency(code: string): string {
  if (!isCurrency(code)) throw new ConfigError(`KONTOR_CURRENCY must be an ISO 4217 code like CNY, not "${code}".`)
  return code
}

/** The number of decimals is checked when the book, and so its currency, is known. */
function parseRefundLimit(text: string | undefined): string | undefined {
  if (text !== undefined && !amountPattern.test(text))
    throw new ConfigError(`KONTOR_REFUND_LIMIT must be an amount like 500 or 499.90, not "${text}".`)
  return text
}

const amountPattern = /^\d{1,15}(\.\d{1,4})?$/

function parseRefundLimits(text: string | undefined): Partial<Record<Role, string>> {
  const limits = new Map<Role, string>()
  for (const part of text?.split(',') ?? []) {
    const [name = '', amount = ''] = part.split('=').map((side) => side.trim())
    const role = rolesWithPermission('refunds.approve').find((each) => each === name)
    if (!role)
      throw new ConfigError(
        `KONTOR_REFUND_LIMITS must name roles that approve refunds (${rolesWithPermission('refunds.approve').join(', ')}), not "${name}".`,
      )
    if (!amountPattern.test(amount) || limits.has(role))
      throw new ConfigError(`KONTOR_REFUND_LIMITS must have one amount for each role, like finance=500, not "${part}".`)
    limits.set(role, amount)
  }
  return Object.fromEntries(limits)
}

function parseTrustedProxies(text: string | undefined): string[] {
  const proxies = (text ?? '').split(',').map((proxy) => proxy.trim())
  const given = proxies.filter((proxy) => proxy !== '')
  for (const proxy of given)
    if (!isNetwork(proxy))
      throw new ConfigError(`KONTOR_TRUSTED_PROXIES must list addresses or networks like 10.0.0.0/8, not "${proxy}".`)
  return given
}

function isNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128))
}

function parseMetricsToken(token: string | undefined): string | undefined {
  if (token !== undefined && [...token].length < 16)
    throw new ConfigError('KONTOR_METRICS_TOKEN must have at least 16 characters.')
  return token
}

function parseBackupSchedule(read: (name: Setting) => string | undefined): BackupSchedule | undefined {
  const folder = read('KONTOR_BACKUP_DIR')
  for (const name of ['KONTOR_BACKUP_EVERY', 'KONTOR_BACKUP_KEEP'] as const)
    if (folder === undefined && read(name) !== undefined)
      throw new ConfigError(`${name} is set without KONTOR_BACKUP_DIR, the folder for the backups.`)
  return folder === undefined
    ? undefined
    : {
        folder: resolve(folder),
        everyMs: parseInterval(read('KONTOR_BACKUP_EVERY') ?? '1d'),
        keep: parseKeep(read('KONTOR_BACKUP_KEEP') ?? '14'),
      }
}

const unitMs: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000 }

function parseInterval(text: string): number {
  const [, count = '', unit = ''] = /^([1-9]\d{0,3})([mhd])$/.exec(text) ?? []
  const intervalMs = Number(count) * (unitMs[unit] ?? 0)
  if (intervalMs === 0)
    throw new ConfigError(
      `KONTOR_BACKUP_EVERY must be a number of minutes, hours or days like 30m, 6h or 1d, not "${text}".`,
    )
  return intervalMs
}

function parseKeep(text: string): number {
  if (!/^[1-9]\d{0,4}$/.test(text))
    throw new ConfigError(`KONTOR_BACKUP_KEEP must be a whole number from 1 to 99999, not "${text}".`)
  return Number(text)
}

/** One of `values`; the first is the default. */
function parseChoice<Value extends string>(name: Setting, values: readonly Value[], given: string | undefined): Value {
  const value = given === undefined ? values[0] : values.find((candidate) => candidate === given)
  if (value === undefined) throw new ConfigError(`${name} must be one of ${values.join(', ')}, not "${given}".`)
  return value
}

function findNearestSetting(name: string): string {
  const known = Object.keys(settings).filter((setting) => setting.startsWith('KONTOR_'))
  return known.toSorted((a, b) => levenshteinDistance(name, a) - levenshteinDistance(name, b))[0] ?? ''
}

/** The number of letters to add, drop or change. */
function levenshteinDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1]
    for (let column = 0; column < to.length; column++)
      next.push(
        Math.min(
          (next[column] ?? 0) + 1,
          (row[column + 1] ?? 0) + 1,
          (row[column] ?? 0) + (letter === to[column] ? 0 : 1),
        ),
      )
    row = next
  }
  return row[to.length] ?? 0
}
