import type { Db } from '#server/db/database.ts'
import { isSqlite } from '#server/db/dialect.ts'
import { runQuery } from '#server/db/lookup.ts'
import type { Tables } from '#server/db/schema.ts'
import { sharedPart } from '#server/orders/tokens/token-parts.ts'
import type { RowKey } from '#server/keyset-page.ts'
import { type FoundOrder, readFound } from '#server/orders/list/list-store.ts'
import type { TokenSelection } from '#server/orders/list/search-store.ts'
import { hasTokens, lacksTokens } from '#server/orders/tokens/token-conditions-store.ts'
import { expressionBuilder, type RawBuilder, sql } from 'kysely'

/** Orders with one of some tokens, all in the part of all orders, that also have the others and match the condition. */
export interface SingleTokenSelection extends Omit<TokenSelection, 'ranges'> {
  tokens: readonly string[]
}

interface TokenSlice {
  direction: 'asc' | 'desc'
  after: RowKey | undefined
  until?: RowKey | undefined
  limit: number
}

/** The orders in a part of the list. */
export async function findInTokenOrder(
  db: Db,
  selection: SingleTokenSelection,
  slice: TokenSlice,
): Promise<FoundOrder[]> {
  const found = selectInTokenOrder(db, selection, slice)
  return found ? readFound(db, found, slice.direction, isOfTokens(selection)) : []
}

/** Their keys and times. */
export async function findTimesInTokenOrder(
  db: Db,
  selection: SingleTokenSelection,
  slice: TokenSlice,
): Promise<{ placed_at: number; key: number }[]> {
  const found = selectInTokenOrder(db, selection, slice)
  return found ? runQuery(db, found, isOfTokens(selection)) : []
}

/** Whether only tokens say which orders these are: each is a range of an index or one row of it, whatever the values are. */
const isOfTokens = ({ where }: SingleTokenSelection): boolean => where === undefined

/** Reads the tokens in the order of the list and stops after `limit` orders. */
function selectInTokenOrder(
  db: Db,
  { tokens, ...conditions }: SingleTokenSelection,
  { direction, after, until, limit }: TokenSlice,
) {
  const [select, start, end] = [selectMatching(conditions), startAfter(direction, after), endAt(direction, until)]
  const orders = tokens.map((token) => sql`${select(token)}${start}${end}`)
  return mergeTokens(db, orders, { direction, limit })
}

/** The key up to which `distance` tokens or a few more are read, or all that are left of some tokens; undefined if that is the end of the list. */
export async function findTokenKeyAhead(
  db: Db,
  tokens: readonly string[],
  { direction, after }: Pick<TokenSlice, 'direction' | 'after'>,
  distance: number,
): Promise<RowKey | undefined> {
  const offset = Math.ceil(distance / tokens.length)
  const [select, start] = [selectMatching({ others: [], excluded: [], where: undefined }), startAfter(direction, after)]
  const ends = tokens.map(
    (token) => sql`select * from (${select(token)}${start}${inOrder(direction, 1)} offset ${offset}) as ahead`,
  )
  // The first of the ends: before it, all tokens are read.
  const first = await mergeTokens(db, ends, { direction, limit: 1 })?.executeTakeFirst()
  return first && [first.placed_at, first.key]
}

/**
 * The first `limit` orders of several tokens, each once; undefined without tokens. SQLite merges the ranges of the tokens and stops after these
 * orders, but not if each has a limit. PostgreSQL only reads the beginning of those that have one. As SQL, because Kysely takes a millisecond to
 * build the ranges of a year of days.
 */
function mergeTokens(
  db: Db,
  ranges: readonly RawBuilder<unknown>[],
  { direction, limit }: { direction: 'asc' | 'desc'; limit: number },
) {
  if (ranges.length === 0) return undefined
  const sorted = inOrder(direction, limit)
  const parts =
    ranges.length === 1 || isSqlite(db) ? ranges : ranges.map((range) => sql`select * from (${range}${sorted}) as part`)
  return db.selectFrom(sql<FoundKey>`(${sql.join(parts, sql` union `)}${sorted})`.as('merged')).selectAll()
}

interface FoundKey {
  placed_at: number
  key: number
}

const inOrder = (direction: 'asc' | 'desc', limit: number) =>
  sql` order by placed_at ${sql.raw(direction)}, key ${sql.raw(direction)} limit ${limit}`

const startAfter = (direction: 'asc' | 'desc', key: RowKey | undefined) =>
  key ? compareKey(direction === 'asc' ? '>' : '<', key) : nothing

const endAt = (direction: 'asc' | 'desc', key: RowKey | undefined) =>
  key ? compareKey(direction === 'asc' ? '<=' : '>=', key) : nothing

const compareKey = (operator: '<' | '<=' | '>' | '>=', [placedAt, key]: RowKey) =>
  sql` and (entry.placed_at, entry.order_key) ${sql.raw(operator)} (${placedAt}, ${key})`

const nothing = sql.raw('')

/** Selects the orders with a token that match the conditions. Its entry has another name, because the lookups of other tokens read the same table. */
function selectMatching({ others, excluded, where }: Pick<TokenSelection, 'others' | 'excluded' | 'where'>) {
  const conditions = [
    ...(others.length > 0 ? [hasTokens('entry.order_key', others)] : []),
    ...(excluded.length > 0 ? [lacksTokens('entry.order_key', excluded)] : []),
    ...(where ? [where(expressionBuilder<Tables, 'orders'>())] : []),
  ].map((condition) => sql` and ${condition}`)
  const orders = where ? sql` cross join orders` : nothing
  const isOrder = where ? sql` and orders.key = entry.order_key` : nothing
  return (token: string) =>
    sql`
      select entry.placed_at as placed_at, entry.order_key as key from order_tokens as entry${orders}
      where entry.part = ${sql.lit(sharedPart)} and entry.token = ${token}${isOrder}${sql.join(conditions, nothing)}`
}
