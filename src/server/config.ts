import { parseAuditRetention } from '#server/config/audit-retention.ts'
import { type BackupSchedule, parseBackupSchedule } from '#server/config/backups.ts'
import { parseCurrency, parseTimeZone } from '#server/config/book.ts'
import { parseChoice } from '#server/config/choice.ts'
import { parseDatabaseUrl, parseSecret } from '#server/config/database.ts'
import { type MailSettings, parseMailSettings } from '#server/config/mail.ts'
import {
  parseMetricsToken,
  parseNetworks,
  parseOrigin,
  parsePort,
  parseTokenRequestsPerMinute,
} from '#server/config/network.ts'
import { type OidcSettings, parseOidcSettings } from '#server/config/oidc.ts'
import { parseRefundLimit } from '#server/config/refund-limit.ts'
import { parsePasswordCheckUrl } from '#server/config/password-check.ts'
import type { Setting } from '#server/config/settings.ts'
import { rejectUnknownSettings } from '#server/config/unknown-settings.ts'
import { type Level, levels } from '#server/log/log.ts'
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
  /** The previous secret, which is still accepted but not used for anything new; `undefined` for none. */
  previousSecret: string | undefined
  registration: 'approval' | 'closed' | 'open'
  /** Time zone and currency apply at the first start only; afterwards the stored values count. `undefined` means the machine's zone, and CNY. */
  timeZone: string | undefined
  currency: string | undefined
  /** An amount in the base currency above which a refund needs two people; `undefined` without a limit. */
  refundLimit: string | undefined
  trustedProxies: string[]
  /** Non-public addresses and networks that webhooks may be sent to, also over http. */
  webhookNetworks: string[]
  metricsToken: string | undefined
  /** The URL of a service that knows breached passwords, without a trailing slash; `undefined` for none. */
  passwordCheckUrl: string | undefined
  /** The rate limit of each API token in this process. */
  tokenRequestsPerMinute: number
  /** `undefined` if mail is not configured. */
  mail: MailSettings | undefined
  /** `undefined` without an identity provider. */
  oidc: OidcSettings | undefined
  /** `undefined` without scheduled backups. */
  backups: BackupSchedule | undefined
  /** How long the audit log keeps logins, refusals, exports and reveals, ms; `undefined` for ever. */
  auditRetentionMs: number | undefined
  logLevel: Level
}

/** Reads and checks every setting; throws a `ConfigError` for the first invalid one. An empty value counts as unset. */
export function readConfig(env: Record<string, string | undefined> = process.env): Config {
  rejectUnknownSettings(env)
  const read = (name: Setting): string | undefined => env[name]?.trim() || undefined
  const port = parsePort(read('PORT') ?? '3000')
  const origin = parseOrigin(read('KONTOR_ORIGIN') ?? `http://localhost:${port}`)
  const databaseUrl = parseDatabaseUrl(read('DATABASE_URL'))
  return Object.freeze({
    host: read('HOST') ?? '127.0.0.1',
    port,
    origin,
    dataFolder: resolve(read('KONTOR_DATA') ?? './data'),
    databaseUrl,
    secret: parseSecret('KONTOR_SECRET', read('KONTOR_SECRET'), databaseUrl !== ''),
    previousSecret: parseSecret('KONTOR_PREVIOUS_SECRET', read('KONTOR_PREVIOUS_SECRET'), false),
    registration: parseChoice('KONTOR_REGISTRATION', ['approval', 'closed', 'open'], read('KONTOR_REGISTRATION')),
    timeZone: parseTimeZone(read('KONTOR_TIMEZONE')),
    currency: parseCurrency(read('KONTOR_CURRENCY')),
    refundLimit: parseRefundLimit(read('KONTOR_REFUND_LIMIT')),
    trustedProxies: parseNetworks('KONTOR_TRUSTED_PROXIES', read('KONTOR_TRUSTED_PROXIES')),
    webhookNetworks: parseNetworks('KONTOR_WEBHOOK_NETWORKS', read('KONTOR_WEBHOOK_NETWORKS')),
    metricsToken: parseMetricsToken(read('KONTOR_METRICS_TOKEN')),
    passwordCheckUrl: parsePasswordCheckUrl(read('KONTOR_PASSWORD_CHECK_URL')),
    tokenRequestsPerMinute: parseTokenRequestsPerMinute(read('KONTOR_TOKEN_REQUESTS_PER_MINUTE')),
    mail: parseMailSettings(read, origin),
    oidc: parseOidcSettings(read),
    backups: parseBackupSchedule(read),
    auditRetentionMs: parseAuditRetention(read('KONTOR_AUDIT_RETENTION')),
    logLevel: parseChoice('LOG_LEVEL', ['info', ...levels.filter((level) => level !== 'info')], read('LOG_LEVEL')),
  })
}
