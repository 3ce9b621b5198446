import type { Config } from '#server/config.ts'
import type { Migration } from '#server/db/migrate.ts'
import { stagePostgres } from '#server/db/postgres-staging.ts'
import { stageSqlite } from '#server/db/sqlite-staging.ts'
import type { StagedDatabase } from '#server/db/staged-database.ts'
import type { Log } from '#server/log/log.ts'

/**
 * Creates an empty staged database with the schema of `migrations`, for the configured one. Throws `OpenError` when the database cannot be
 * reached or written, and while a server or another restore uses it.
 */
export const stageDatabase = (
  { databaseUrl, dataFolder }: Pick<Config, 'databaseUrl' | 'dataFolder'>,
  migrations: readonly Migration[],
  log: Log,
): Promise<StagedDatabase> =>
  databaseUrl ? stagePostgres(databaseUrl, migrations, log) : stageSqlite(dataFolder, migrations, log)
