import type { Db } from '#server/db/database.ts'
import { maxViolations } from '#server/self-check/findings.ts'
import { sql } from 'kysely'

/** What SQLite finds wrong in its file, such as `row 5 missing from index orders_newest`. */
export async function listIndexDamage(db: Db): Promise<string[]> {
  const check = sql<{ integrity_check: string }>`pragma integrity_check(${sql.lit(maxViolations)})`
  const { rows } = await check.execute(db)
  return rows.map(({ integrity_check }) => integrity_check).filter((line) => line !== 'ok')
}

export async function countIndexes(db: Db): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*) as count from sqlite_schema where type = 'index'`.execute(db)
  return rows[0]?.count ?? 0
}
