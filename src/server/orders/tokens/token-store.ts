import { cachedLookup, cachedQuery } from '#server/db/cached-query.ts'
import type { Db, Transaction } from '#server/db/database.ts'
import { cachedInsert } from '#server/db/insert.ts'
import { storeBeginnings } from '#server/orders/tokens/token-beginnings-store.ts'
import { isPacked } from '#server/orders/tokens/packed-postings.ts'
import { discardPacked, discardPackedOf } from '#server/orders/tokens/packed-postings-store.ts'
import { selectEntries } from '#server/orders/tokens/token-parts-query.ts'
import { isShared, sharedPart, toTokenRows } from '#server/orders/tokens/token-parts.ts'
import { findTokenPart, type OrderKey } from '#server/orders/tokens/token-parts-store.ts'
import type { TokenRange } from '#server/orders/tokens/search-words.ts'
import { runLookup } from '#server/db/lookup.ts'
import { sql } from 'kysely'

/** Whether any order has one of exactly these tokens. */
export async function hasPostings(db: Db, tokens: readonly string[]): Promise<boolean> {
  const found = await runLookup(db, selectEntries(db, tokens).select('entry.token').limit(1))
  return found.length > 0
}

/** Maximum number of orders found by their tokens, before the newest of them are read. */
const maxNumbered = 200

/**
 * The numbers of the newest orders with one of these tokens. A first statement looks up the tokens alone: in a join, SQLite without statistics would walk through
 * the orders by number and look up each token in each order, and PostgreSQL expects many orders and reads all. The keys are materialized, because otherwise
 * PostgreSQL reads the tokens of all orders by order, to stop at the limit: 240 ms at 100,000 orders.
 */
export async function findNumbersWithTokens(db: Db, tokens: readonly string[], limit: number) {
  const found = await db
    .with(
      (expression) => expression('found').materialized(),
      () => selectEntries(db, tokens).select('entry.order_key'),
    )
    .selectFrom('found')
    .select('order_key')
    .distinct()
    .limit(maxNumbered)
    .execute()
  if (found.length === 0) return []
  return db
    .selectFrom('orders')
    .select(['number', 'external_number'])
    .where(
      'key',
      'in',
      found.map(({ order_key }) => order_key),
    )
    .orderBy('number', 'desc')
    .limit(limit)
    .execute()
}

/** Filter tokens are all in the shared part. */
const inShared = sql`part = ${sql.lit(sharedPart)}`

/** Maximum number of values that a page suggests for a filter. */
const maxSuggestions = 200

/**
 * Lists the distinct tokens that orders have in each prefix range, sorted and without the prefix. This is a skip scan: one index lookup for each distinct token, however many orders have it.
 * One statement for all ranges, because each is a round trip to PostgreSQL.
 */
export function tokenValuesOf(ranges: readonly TokenRange[]): (db: Db) => Promise<string[][]> {
  const values = ranges.map(
    ({ from, to }, place) => sql`(${sql.lit(place)}, cast(${from} as text), cast(${to} as text))`,
  )
  const select = cachedLookup((db) =>
    sql<{ place: number; token: string }>`
      with recursive ranges (place, first, last) as (values ${sql.join(values)}),
      tokens (place, last, step, token) as (
        select place, last, 1, (select min(token) from order_tokens where ${inShared} and token >= ranges.first and token < ranges.last) from ranges
        union all
        select place, last, step + 1, (select min(token) from order_tokens where ${inShared} and token > tokens.token and token < tokens.last)
        from tokens where tokens.token is not null and step < ${sql.lit(maxSuggestions)}
      )
      select place, token from tokens where token is not null`.compile(db),
  )
  return async (db) => {
    const found = ranges.map((): string[] => [])
    for (const { place, token } of await select(db)) found[place]?.push(token.slice(ranges[place]?.from.length))
    return found
  }
}

/** The first and the last token that orders have in a range; undefined if there is none. */
export async function findFirstAndLastToken(
  db: Db,
  { from, to }: TokenRange,
): Promise<{ first: string; last: string } | undefined> {
  const [first] = await selectEnds(db, [from, to, from, to])
  return first?.first === null || first?.last === null ? undefined : first
}

const selectEnds = cachedLookup((db) =>
  sql<{ first: string; last: string }>`
    select (select min(token) from order_tokens where ${inShared} and token >= ${''} and token < ${''}) as first,
      (select max(token) from order_tokens where ${inShared} and token >= ${''} and token < ${''}) as last`.compile(db),
)

/** Adds tokens to a stored order; it may have some of them already. */
export async function insertTokens(transaction: Transaction, order: OrderKey, tokens: Iterable<string>): Promise<void> {
  const added = [...tokens]
  await storeBeginnings(transaction, added)
  const tokenPart = added.every(isShared) ? sharedPart : await findTokenPart(transaction, order)
  if (added.some(isPacked)) await discardPacked(transaction, tokenPart)
  await insertRows(transaction, toTokenRows(order, added, tokenPart))
}

const insertRows = cachedInsert('order_tokens', (insert) => insert.onConflict((conflict) => conflict.doNothing()))

/** Removes a token from an order. */
export async function deleteToken(transaction: Transaction, { key }: { key: number }, token: string): Promise<void> {
  if (isPacked(token)) await discardPackedOf(transaction, [key])
  await deleteOne(transaction, [key, token])
}

const deleteOne = cachedQuery((db) =>
  db.deleteFrom('order_tokens').where('order_key', '=', 0).where('token', '=', '').compile(),
)
