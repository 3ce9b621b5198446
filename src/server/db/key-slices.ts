import { cachedQuery, type CachedQuery } from '#server/db/cached-query.ts'
import type { Db } from '#server/db/database.ts'
import type { TableDescription } from '#server/db/tables.ts'
import { type RawBuilder, sql } from 'kysely'

/** Rows in one slice that only the database reads, in some 20 ms. */
const rowsPerSlice = 20_000

/** The condition of a slice that is the whole table. */
export const allRows: RawBuilder<unknown> = sql`1 = 1`

/** The rows of a slice as a condition on the table's alias `child`, and how many there are. */
export interface KeySlice {
  condition: RawBuilder<unknown>
  rows: number
}

/** All rows of a table in slices by its primary key. */
export async function* keySlices(
  db: Db,
  { name: table, primaryKey }: Pick<TableDescription, 'name' | 'primaryKey'>,
): AsyncGenerator<KeySlice> {
  const rows = await countRows(db, table)
  if (rows < rowsPerSlice) return yield { condition: allRows, rows }
  const columns = sql.join(primaryKey.map((name) => sql.ref(`child.${name}`)))
  for (let above = allRows; ;) {
    const { rows: ends } = await sql<Record<string, string | number>>`
      select ${columns} from ${sql.table(table)} as child where ${above}
      order by ${columns} limit 1 offset ${sql.lit(rowsPerSlice - 1)}`.execute(db)
    const [last] = ends
    if (!last) {
      const counted = await sql<{ rows: number }>`
        select count(*) as rows from ${sql.table(table)} as child where ${above}`.execute(db)
      return yield { condition: above, rows: counted.rows[0]?.rows ?? 0 }
    }
    const through = sql.join(primaryKey.map((name) => last[name]))
    yield { condition: sql`${above} and (${columns}) <= (${through})`, rows: rowsPerSlice }
    above = sql`(${columns}) > (${through})`
  }
}

const counts = new Map<string, CachedQuery<{ rows: number }>>()

/** How many rows a table has, at most those of a slice. */
async function countRows(db: Db, table: string): Promise<number> {
  const count = counts.getOrInsertComputed(table, () =>
    cachedQuery((any) =>
      sql<{ rows: number }>`
        select count(*) as rows from (select 1 as counted from ${sql.table(table)} limit ${sql.lit(rowsPerSlice)}) as slice`.compile(
        any,
      ),
    ),
  )
  return (await count(db))[0]?.rows ?? 0
}
