import type { Db } from '#server/db/database.ts'
import type { Tables } from '#server/db/schema.ts'
import { sql } from 'kysely'

/** Rows of a table that hold a number beyond what is exact, with the number as text. */
export async function findInexactRows(
  db: Db,
  table: keyof Tables,
  key: readonly string[],
  column: string,
  limit: number,
): Promise<{ key: string; value: string }[]> {
  const keys = sql.join(
    key.map((name) => sql`cast(${sql.ref(name)} as text)`),
    sql` || ' ' || `,
  )
  const { rows } = await sql<{ key: string; value: string }>`
    select ${keys} as key, cast(${sql.ref(column)} as text) as value from ${sql.table(table)}
    where ${sql.ref(column)} not between -9007199254740991 and 9007199254740991 limit ${limit}`.execute(db)
  return rows
}
