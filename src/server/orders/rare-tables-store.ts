import { cachedLookup } from '#server/db/cached-query.ts'
import type { Db } from '#server/db/database.ts'
import { sql } from 'kysely'

/** Tables in which few orders have rows. */
const rareTables = ['refunds', 'disputes', 'returns', 'order_notes', 'attachments'] as const
export type RareTable = (typeof rareTables)[number]

/** Which of these tables have rows of an order, with one statement for all tables. */
export async function findRareTables(db: Db, orderId: string): Promise<ReadonlySet<RareTable>> {
  const rows = await selectRareTables(
    db,
    rareTables.map(() => orderId),
  )
  return new Set(rows.map(({ name }) => name))
}

const selectRareTables = cachedLookup<{ name: RareTable }>((db) => {
  const selects = rareTables.map(
    (name) =>
      sql`select ${sql.lit(name)} as name where exists (select 1 from ${sql.table(name)} where order_id = ${''})`,
  )
  return sql<{ name: RareTable }>`${sql.join(selects, sql` union all `)}`.compile(db)
})
