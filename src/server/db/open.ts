import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/database.ts'
import { OpenError } from '#server/db/open-error.ts'
import { openSqlite } from '#server/db/sqlite.ts'
import type { Log } from '#server/log/log.ts'

/**
 * Opens the configured database and brings it up to date; throws `OpenError` with one line for the operator, which names the setting that
 * chose the database.
 */
export async function openDatabase(config: Pick<Config, 'databaseUrl' | 'dataFolder'>, log: Log): Promise<Database> {
  try {
    if (!config.databaseUrl) return await openSqlite(config.dataFolder, log)
    // Imported on first use, because loading Bun's client would slow the start with SQLite.
    const { openPostgres } = await import('#server/db/postgres.ts')
    return await openPostgres(config.databaseUrl, log)
  } catch (error) {
    const setting = config.databaseUrl ? 'DATABASE_URL' : 'KONTOR_DATA'
    if (!(error instanceof OpenError) || error.message.includes(setting)) throw error
    throw new OpenError(`${error.message} Check ${setting} if this is the wrong database.`, { cause: error })
  }
}
