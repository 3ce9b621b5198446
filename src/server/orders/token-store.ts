import { cachedQuery } from '#server/db/cached-query.ts'
import type { Db } from '#server/db/database.ts'
import type { TokenRange } from '#server/orders/search-words.ts'
import { sql } from 'kysely'

/** Whether any order has exactly one of these tokens. */
export async function hasToken(db: Db, tokens: readonly string[]): Promise<boolean> {
  const found = await db
    .selectFrom('order_tokens')
    .select('token')
    .where('token', 'in', tokens)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/**
 * The newest orders with one of these tokens, by their numbers. The tokens are looked up first: without statistics SQLite would walk through the
 * orders by number and look for each token in each of them.
 */
export const findNumbersWithTokens = (db: Db, tokens: readonly string[], limit: number) =>
  db
    .with(
      (cte) => cte('found').materialized(),
      () => db.selectFrom('order_tokens').select('order_id').distinct().where('token', 'in', tokens),
    )
    .selectFrom('found')
    .crossJoin('orders')
    .select(['orders.number', 'orders.external_number'])
    .whereRef('orders.id', '=', 'found.order_id')
    .orderBy('orders.number', 'desc')
    .limit(limit)
    .execute()

/** Most values that a page suggests. */
const maxSuggestions = 200

/** What follows the beginning of a range in the tokens in use, in their order: one step in the index for each, however many orders have it. */
export async function listTokenValues(db: Db, { from, to }: TokenRange): Promise<string[]> {
  const rows = await selectTokens(db, [from, to, to])
  return rows.map(({ token }) => token.slice(from.length))
}

const selectTokens = cachedQuery((db) =>
  sql<{ token: string }>`
    with recursive tokens (token) as (
      select min(token) from order_tokens where token >= ${''} and token < ${''}
      union all
      select (select min(token) from order_tokens where token > tokens.token and token < ${''})
      from tokens where tokens.token is not null
    )
    select token from tokens where token is not null limit ${sql.lit(maxSuggestions)}`.compile(db),
)

/** The first and the last token in a range; undefined if it is empty. */
export async function findFirstAndLastToken(
  db: Db,
  { from, to }: TokenRange,
): Promise<{ first: string; last: string } | undefined> {
  const [first] = await selectEnds(db, [from, to, from, to])
  return first?.first === null || first?.last === null ? undefined : first
}

const selectEnds = cachedQuery((db) =>
  sql<{ first: string; last: string }>`
    select (select min(token) from order_tokens where token >= ${''} and token < ${''}) as first,
      (select max(token) from order_tokens where token >= ${''} and token < ${''}) as last`.compile(db),
)
