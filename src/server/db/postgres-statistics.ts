import type { Tables } from '#server/db/schema.ts'
import { type Kysely, sql } from 'kysely'

/**
 * Updates the planner's statistics of tables that are twice as large as when they were last collected. Autovacuum does the same, but only a minute or more after
 * an import, and until then its rows are read by plans for empty tables. PostgreSQL skips tables that another user owns.
 */
export async function analyzeGrownTables(db: Kysely<Tables>): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ table: string }>`
      select oid::regclass::text as "table" from pg_class
      where relnamespace = current_schema()::regnamespace and relkind = 'r'
        and pg_relation_size(oid) > 2 * relpages * current_setting('block_size')::bigint`.execute(transaction)
    if (rows.length > 0) await sql.raw(`analyze ${rows.map(({ table }) => table).join(', ')}`).execute(transaction)
  })
}
