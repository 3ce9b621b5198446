import type { Db } from '#server/db/database.ts'
import type { OrderRange } from '#server/orders/list/list-ranges.ts'
import { sql } from 'kysely'

/**
 * When the oldest order of some ranges was placed: one lookup in an index for each combination of statuses. Undefined if the ranges have no
 * statuses, or hold no order.
 */
export async function findOldestTime(db: Db, ranges: readonly OrderRange[]): Promise<number | undefined> {
  const [first] = ranges
  if (first?.values.status === undefined) return undefined
  const columns = (['status', 'payment_status', 'fulfillment_status', 'currency'] as const).filter(
    (column) => first.values[column] !== undefined,
  )
  const wanted = ranges.map(
    ({ values }) =>
      sql`(cast(${values.archived ?? 0} as integer), ${sql.join(columns.map((column) => sql`cast(${values[column] ?? ''} as text)`))})`,
  )
  const conditions = columns.map((column, index) => sql`${sql.ref(column)} = ${sql.ref(`wanted.column${index + 2}`)}`)
  const { rows } = await sql<{ placed_at: number | null }>`
    select min((
      select placed_at from orders where archived = wanted.column1 and ${sql.join(conditions, sql` and `)}
      order by placed_at limit 1
    )) as placed_at from (values ${sql.join(wanted)}) as wanted`.execute(db)
  return rows[0]?.placed_at ?? undefined
}
