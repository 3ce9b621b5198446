import type { Db } from '#server/db/database.ts'
import type { TableDescription } from '#server/db/tables.ts'
import { maxViolations } from '#server/self-check/findings.ts'
import { sql } from 'kysely'

/** Rows of a table that hold a number beyond what is exact, with the number as text. A document's key is its number. */
export async function findInexactRows(
  db: Db,
  { name, columns, primaryKey }: TableDescription,
  column: string,
): Promise<{ key: string; value: string }[]> {
  const keys = sql.join(
    (columns.includes('number') ? ['number'] : primaryKey).map((part) => sql`cast(${sql.ref(part)} as text)`),
    sql` || ' ' || `,
  )
  const { rows } = await sql<{ key: string; value: string }>`
    select ${keys} as key, cast(${sql.ref(column)} as text) as value from ${sql.table(name)}
    where ${sql.ref(column)} not between -9007199254740991 and 9007199254740991
    limit ${sql.lit(maxViolations)}`.execute(db)
  return rows
}
