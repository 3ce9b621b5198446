import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/database.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { openSqlite } from '#server/db/sqlite.ts'
import type { Log } from '#server/log.ts'

/** Opens the configured database and brings it up to date; throws `OpenError` with one sentence for the operator. */
export function openDatabase(config: Pick<Config, 'databaseUrl' | 'dataFolder'>, log: Log): Promise<Database> {
  return config.databaseUrl ? openPostgres(config.databaseUrl, log) : openSqlite(config.dataFolder, log)
}
