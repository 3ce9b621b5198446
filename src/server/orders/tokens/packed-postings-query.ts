import { cachedQuery } from '#server/db/cached-query.ts'
import type { Db } from '#server/db/database.ts'
import { isSqlite } from '#server/db/dialect.ts'
import { packedRanges } from '#server/orders/tokens/packed-postings.ts'
import { sql } from 'kysely'

/** The state of a part with packed postings. A part without them has 0, or the number of an attempt to make them. */
export const packedState = 1

/** A posting of a packed word. */
interface PackedPosting {
  token: string
  placed_at: number
  order_key: number
}

/** The postings of a part that are packed, sorted by token, in slices. */
export async function* slicePostings(db: Db, part: number): AsyncGenerator<PackedPosting[]> {
  for (const { from, to } of packedRanges)
    for (let last: PackedPosting = { token: from, placed_at: Number.MIN_SAFE_INTEGER, order_key: 0 }; ;) {
      const rows = await selectSlice(db, [part, last.token, last.placed_at, last.order_key, to])
      const end = rows.at(-1)
      if (!end) break
      yield rows
      if (rows.length < postingsPerSlice) break
      last = end
    }
}

/** Some 5 ms. */
const postingsPerSlice = 4_000

const selectSlice = cachedQuery<PackedPosting>((db) =>
  sql<PackedPosting>`
    select token, placed_at, order_key
    from ${isSqlite(db) ? sql`order_tokens indexed by order_tokens_by_token` : sql`order_tokens`}
    where part = ${0} and (token, placed_at, order_key) > (${''}, ${0}, ${0}) and token < ${''}
    order by token, placed_at, order_key limit ${sql.lit(postingsPerSlice)}`.compile(db),
)
