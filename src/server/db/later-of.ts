import { sql } from 'kysely'

/**
 * What to set a column of times to: `at`, or what it has if that is later. Of two transactions at once, the one that began first may commit
 * last.
 */
export const laterOf = (column: string, at: number) =>
  sql<number>`case when ${sql.ref(column)} > ${at} then ${sql.ref(column)} else ${at} end`
