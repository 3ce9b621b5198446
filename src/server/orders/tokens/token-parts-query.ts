import type { Db } from '#server/db/database.ts'
import { isSqlite } from '#server/db/dialect.ts'
import { type RawBuilder, sql, type SqlBool } from 'kysely'

/**
 * The index of tokens consists of parts, each with the tokens of orders that came in one after the other. New tokens are written to the pages of the newest
 * part alone, however many orders there are, and a search looks into every part. Only tokens that are read in the order of the list, or whose neighbors come in
 * together anyway, are in one part for all orders: those that begin with a space, and numbers of some length.
 */
export const sharedPart = 0

const minSharedNumber = 6

/** Whether a token is in the part of all orders. */
export const isShared = (token: string): boolean =>
  token.startsWith(' ') || (token.startsWith('#') && token.length > minSharedNumber)

/** Where the tokens of a range are: in the part of all orders, in the others, or in both. */
export type TokenPlace = 'shared' | 'parts' | 'all'

/** The condition for tokens of a place. Both databases look into the index once for each part. */
export function isInPart(db: Db, place: TokenPlace): RawBuilder<SqlBool> {
  if (place === 'shared') return sql`part = ${sql.lit(sharedPart)}`
  const every = sql`select part from token_parts`
  const parts = place === 'all' ? sql`${every} union all select ${sql.lit(sharedPart)}` : every
  return isSqlite(db) ? sql`part in (${parts})` : sql`part = any (array(${parts}))`
}

/** The entries of single tokens: an order comes once for each of them that it has. */
export function selectEntries(db: Db, tokens: readonly string[]) {
  const [first, ...others] = [...Map.groupBy(tokens, isShared)].map(([shared, some]) =>
    db
      .selectFrom('order_tokens')
      .select(['token', 'placed_at', 'order_key'])
      .where(isInPart(db, shared ? 'shared' : 'parts'))
      .where('token', 'in', some),
  )
  if (!first) throw new Error('Entries are looked for by at least one token')
  return db.selectFrom(others.reduce((all, other) => all.unionAll(other), first).as('entry'))
}
