import type { Db } from '#server/db/database.ts'
import { isSqlite } from '#server/db/dialect.ts'
import { cachedQueryByIds } from '#server/db/query-by-ids.ts'
import { isShared, sharedPart, type TokenPlace } from '#server/orders/tokens/token-parts.ts'
import { type RawBuilder, sql, type SqlBool } from 'kysely'

/** Limits a query on `order_tokens` to a place. Both databases then do one index lookup for each part. */
export function isInPart(db: Db, place: TokenPlace): RawBuilder<SqlBool> {
  if (place === 'shared') return sql`part = ${sql.lit(sharedPart)}`
  const every = sql`select part from token_parts`
  const parts = place === 'all' ? sql`${every} union all select ${sql.lit(sharedPart)}` : every
  return isSqlite(db) ? sql`part in (${parts})` : sql`part = any (array(${parts}))`
}

/** The posting lists of some tokens; an order comes once for each token that it has. */
export function selectEntries(db: Db, tokens: readonly string[]) {
  const [first, ...others] = [...Map.groupBy(tokens, isShared)].map(([shared, some]) =>
    db
      .selectFrom('order_tokens')
      .select(['token', 'placed_at', 'order_key'])
      .where(isInPart(db, shared ? 'shared' : 'parts'))
      .where('token', 'in', some),
  )
  if (!first) throw new Error('Entries need at least one token')
  return db.selectFrom(others.reduce((all, other) => all.unionAll(other), first).as('entry'))
}

/** A scalar subquery for the newest order with a token in the shared part: PostgreSQL then reads one row of the index. */
export const selectNewestKey = (db: Db, token: RawBuilder<unknown>): RawBuilder<number | null> => sql`
  select order_key from order_tokens where ${isInPart(db, 'shared')} and token = ${token}
  order by placed_at desc, order_key desc limit 1`

/** The newest order with each of these tokens, which are all in the shared part; null for a token that no order has. */
export const findNewestKeys = cachedQueryByIds<{ token: string; order_key: number | null }>((db, tokens) => {
  const wanted = sql`(values ${sql.join(tokens.map((token) => sql`(${token})`))})`
  return sql<{ token: string; order_key: number | null }>`
    select column1 as token, (${selectNewestKey(db, sql`wanted.column1`)}) as order_key from ${wanted} as wanted`.compile(
    db,
  )
})
