import type { OpenDays } from '#shared/finance/whole-months.ts'
import { sql, type SqlBool } from 'kysely'

/** Whether a row that has the accounting day of its entry, and when that happened, is of some days. */
export function isRowInDays({ from, to, since, until }: OpenDays) {
  const conditions = [
    ...(from === undefined ? [] : [sql`accounting_day >= ${from}`]),
    ...(to === undefined ? [] : [sql`accounting_day <= ${to}`]),
    // The order of the indexes.
    ...(since === undefined ? [] : [sql`(accounting_day, occurred_at) >= (${from}, ${since})`]),
    ...(until === undefined ? [] : [sql`(accounting_day, occurred_at) < (${to}, ${until})`]),
  ]
  return conditions.length === 0 ? sql<SqlBool>`1 = 1` : sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}
