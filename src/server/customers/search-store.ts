import type { Db } from '#server/db/database.ts'
import type { Tables } from '#server/db/schema.ts'
import type { TokenRange } from '#server/orders/tokens/search-words.ts'
import { type ExpressionBuilder, sql, type SqlBool } from 'kysely'

/** Maximum number of tokens of the rarest word to examine, which bounds the time of a search. */
const maxTokens = 5000

type TokenTables = Pick<Tables, 'customer_tokens'>

/** A token lies in one of the ranges. */
const isInRanges = (ranges: readonly TokenRange[]) => (eb: ExpressionBuilder<TokenTables, 'customer_tokens'>) =>
  eb.or(ranges.map(({ from, to }) => eb.and([eb('token', '>=', from), eb('token', '<', to)])))

/** The customers of the tokens in the ranges, up to `maxTokens`. One range after the other: SQLite reads all rows of an "or" before it returns the first. */
function selectInRanges(db: Db, ranges: readonly TokenRange[]) {
  const [first, ...others] = ranges.map((range) =>
    db
      .selectFrom((query) =>
        query
          .selectFrom('customer_tokens')
          .select('customer_number')
          .where(isInRanges([range]))
          .limit(maxTokens)
          .as('part'),
      )
      .select('part.customer_number'),
  )
  if (!first) throw new Error('Customers are looked for in at least one range')
  return db
    .selectFrom(others.reduce((all, other) => all.unionAll(other), first).as('every'))
    .select('every.customer_number')
    .limit(maxTokens)
}

/** Customers whose profiles have a token in a range of every list, the newest first as far as all were looked at. */
export async function findByTokens(
  db: Db,
  search: readonly (readonly TokenRange[])[],
  limit: number,
): Promise<string[]> {
  // Of one word alone it does not matter how many there are.
  const counts = search.length === 1 ? [1] : await Promise.all(search.map((ranges) => countTokens(db, ranges)))
  const [rarest, ...others] = search.toSorted(
    (a, b) => (counts[search.indexOf(a)] ?? 0) - (counts[search.indexOf(b)] ?? 0),
  )
  if (!rarest || Math.min(...counts) === 0) return []
  const rows = await db
    .selectFrom(selectInRanges(db, rarest).as('found'))
    .select('found.customer_number')
    .distinct()
    .where(({ and, exists, selectFrom }) =>
      and(
        others.map((ranges) =>
          exists(
            selectFrom('customer_tokens')
              .select(sql<SqlBool>`1`.as('one'))
              .whereRef('customer_tokens.customer_number', '=', 'found.customer_number')
              .where(isInRanges(ranges)),
          ),
        ),
      ),
    )
    .orderBy('found.customer_number', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ customer_number }) => customer_number)
}

/** How many tokens lie in the ranges, counted up to as many as are looked at. */
async function countTokens(db: Db, ranges: readonly TokenRange[]): Promise<number> {
  const { count } = await db
    .selectFrom(selectInRanges(db, ranges).as('counted'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
