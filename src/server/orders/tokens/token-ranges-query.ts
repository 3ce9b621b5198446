import type { Db } from '#server/db/database.ts'
import type { TokenRange } from '#server/orders/tokens/search-words.ts'
import { type RawBuilder, sql, type SqlBool } from 'kysely'

/** An inverted index of something other than orders (products, customers): a table with a column for the token and one for the item that has it. */
export interface TokenColumns {
  table: string
  token: string
  item: string
}

/**
 * The items that have a token in a range of every condition; an item may come several times. Only the first `maxTokens` rows of the rarest condition are read, which bounds the time of
 * a search. Undefined if there are none.
 */
export async function selectByTokens(
  db: Db,
  columns: TokenColumns,
  conditions: readonly (readonly TokenRange[])[],
  maxTokens: number,
) {
  // A single condition need not be counted.
  const counts =
    conditions.length === 1
      ? [1]
      : await Promise.all(conditions.map((ranges) => countInRanges(db, columns, ranges, maxTokens)))
  const [rarest, ...others] = conditions.toSorted(
    (a, b) => (counts[conditions.indexOf(a)] ?? 0) - (counts[conditions.indexOf(b)] ?? 0),
  )
  if (!rarest || Math.min(...counts) === 0) return undefined
  return db
    .selectFrom(selectInRanges(columns, rarest, maxTokens).as('found'))
    .select('found.item')
    .where(({ and }) => and(others.map((ranges) => hasToken(columns, ranges))))
}

/** The items with a token in one of the ranges, up to `limit`. A union, because SQLite reads all rows of an "or" before it returns the first. */
function selectInRanges({ table, item, token }: TokenColumns, ranges: readonly TokenRange[], limit: number) {
  const parts = ranges.map(
    (range) => sql`
      select item from (
        select ${sql.ref(item)} as item from ${sql.table(table)} where ${isInRange(token, range)} limit ${sql.lit(limit)}
      ) as part`,
  )
  return sql<{
    item: string
  }>`(select item from (${sql.join(parts, sql` union all `)}) as parts limit ${sql.lit(limit)})`
}

async function countInRanges(
  db: Db,
  columns: TokenColumns,
  ranges: readonly TokenRange[],
  limit: number,
): Promise<number> {
  const { count } = await db
    .selectFrom(selectInRanges(columns, ranges, limit).as('counted'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Not `exists`, because PostgreSQL would read all tokens in the ranges for it, however few items are found. */
const hasToken = ({ table, item, token }: TokenColumns, ranges: readonly TokenRange[]): RawBuilder<SqlBool> => sql`(
  select 1 from ${sql.table(table)} where ${sql.ref(`${table}.${item}`)} = found.item
  and (${sql.join(
    ranges.map((range) => isInRange(token, range)),
    sql` or `,
  )})
  limit 1
) is not null`

const isInRange = (token: string, { from, to }: TokenRange): RawBuilder<SqlBool> =>
  sql`${sql.ref(token)} >= ${from} and ${sql.ref(token)} < ${to}`
