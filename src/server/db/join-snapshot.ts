import type { Db, SharedSnapshot } from '#server/db/database.ts'
import { assertMigrated } from '#server/db/migrate.ts'
import { joinPostgresSnapshot } from '#server/db/postgres.ts'
import { inSqliteSnapshot } from '#server/db/sqlite.ts'

/** Runs `work` on the snapshot of another thread, with a connection of its own. */
export const joinSnapshot = <Result>(snapshot: SharedSnapshot, work: (db: Db) => Promise<Result>): Promise<Result> =>
  snapshot.dialect === 'postgres'
    ? joinPostgresSnapshot(snapshot, work)
    : inSqliteSnapshot(snapshot.path, async (db) => {
        await assertMigrated(db)
        return work(db)
      })
