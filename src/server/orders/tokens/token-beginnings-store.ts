import { cachedLookup, type CachedQuery } from '#server/db/cached-query.ts'
import type { Db, Transaction } from '#server/db/database.ts'
import { cachedInsert } from '#server/db/insert.ts'
import type { TokenRange } from '#server/orders/tokens/search-words.ts'
import { listBeginnings, toBeginnings } from '#server/orders/tokens/token-beginnings.ts'
import { sql } from 'kysely'

/** Stores the beginnings of new tokens; without them searches skip these tokens. Another transaction may store the same beginnings at the same time. */
export const storeBeginnings = (transaction: Transaction, tokens: Iterable<string>): Promise<void> =>
  insertBeginnings(
    transaction,
    listBeginnings(tokens).map((beginning) => ({ beginning })),
  )

const insertBeginnings = cachedInsert('token_beginnings', (insert) =>
  insert.onConflict((conflict) => conflict.doNothing()),
)

/** The ranges in which there can be no token in parts, because no token begins like them. */
export async function findUnused<Range extends TokenRange>(db: Db, ranges: readonly Range[]): Promise<Set<Range>> {
  const kept = ranges.flatMap((range) => {
    const beginnings = toBeginnings(range)
    return beginnings ? [{ range, beginnings }] : []
  })
  if (kept.length === 0) return new Set()
  const query = queries.getOrInsertComputed(kept.length, selectUnused)
  const rows = await query(
    db,
    kept.flatMap(({ beginnings: { from, to } }) => [from, to]),
  )
  const places = new Set(rows.map(({ place }) => place))
  return new Set(kept.filter((_, place) => places.has(place)).map(({ range }) => range))
}

const queries = new Map<number, CachedQuery<{ place: number }>>()

const selectUnused = (count: number): CachedQuery<{ place: number }> => {
  const values = Array.from(
    { length: count },
    (_, place) => sql`(${sql.lit(place)}, cast(${''} as text), cast(${''} as text))`,
  )
  return cachedLookup((db) =>
    sql<{ place: number }>`
      with ranges (place, first, last) as (values ${sql.join(values)})
      select place from ranges
      where not exists (select 1 from token_beginnings where beginning >= ranges.first and beginning < ranges.last)`.compile(
      db,
    ),
  )
}
