import { cachedLookup } from '#server/db/cached-query.ts'
import type { Db } from '#server/db/database.ts'
import { sql } from 'kysely'

/** Tables with rows of few orders. */
const rareParts = ['refunds', 'disputes', 'returns', 'order_notes', 'attachments'] as const
export type RarePart = (typeof rareParts)[number]

/** Which of these tables have rows of an order: one statement in place of one for each. */
export async function findRareParts(db: Db, orderId: string): Promise<ReadonlySet<RarePart>> {
  const rows = await selectRareParts(
    db,
    rareParts.map(() => orderId),
  )
  return new Set(rows.map(({ part }) => part))
}

const selectRareParts = cachedLookup<{ part: RarePart }>((db) => {
  const selects = rareParts.map(
    (part) =>
      sql`select ${sql.lit(part)} as part where exists (select 1 from ${sql.table(part)} where order_id = ${''})`,
  )
  return sql<{ part: RarePart }>`${sql.join(selects, sql` union all `)}`.compile(db)
})
