import type { Level } from '#server/log.ts'

/** The configuration, checked and frozen. The only reader of the environment. */
export interface Config {
  host: string
  port: number
  /** Scheme, host and port as visitors type them; no path. */
  origin: URL
  dataFolder: string
  /** Empty for SQLite in the data folder. */
  databaseUrl: string
  /** Given by the operator, else undefined: then the data folder keeps one. At least 32 characters. */
  secret: string | undefined
  registration: 'approval' | 'closed' | 'open'
  /** For the first start only; the book keeps them. */
  timeZone: string
  currency: string
  trustedProxies: string[]
  metricsToken: string | undefined
  logLevel: Level
}
