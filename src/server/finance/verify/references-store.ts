import type { Db } from '#server/db/database.ts'
import type { ForeignKey, TableDescription } from '#server/db/tables.ts'
import { maxViolations } from '#server/finance/verify/findings.ts'
import type { KeySlice } from '#server/db/key-slices.ts'
import { sql } from 'kysely'

/** The first rows of a slice that refer to no row: their key, and the value that they refer with. */
export async function findOrphans(
  db: Db,
  { name: table, primaryKey }: TableDescription,
  { columns, referencedTable, referencedColumns }: ForeignKey,
  { condition }: KeySlice,
): Promise<{ key: string; value: string }[]> {
  const child = columns.map((name) => sql.ref(`child.${name}`))
  const asText = (names: readonly string[]) =>
    sql.join(
      names.map((name) => sql`cast(${sql.ref(`child.${name}`)} as text)`),
      sql` || ' ' || `,
    )
  const isSet = sql.join(
    child.map((column) => sql`${column} is not null`),
    sql` and `,
  )
  const matches = sql.join(
    child.map((column, index) => sql`${sql.ref(`parent.${referencedColumns[index]}`)} = ${column}`),
    sql` and `,
  )
  const { rows } = await sql<{ key: string; value: string }>`
    select ${asText(primaryKey)} as key, ${asText(columns)} as value from ${sql.table(table)} as child
    where ${condition} and ${isSet}
      and not exists (select 1 from ${sql.table(referencedTable)} as parent where ${matches})
    limit ${sql.lit(maxViolations)}`.execute(db)
  return rows
}
