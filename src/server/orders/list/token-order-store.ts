import type { Db } from '#server/db/database.ts'
import { isSqlite } from '#server/db/dialect.ts'
import { runQuery } from '#server/db/lookup.ts'
import type { Tables } from '#server/db/schema.ts'
import { sharedPart } from '#server/orders/tokens/token-parts.ts'
import type { RowKey } from '#server/list/keyset-page.ts'
import { type FoundOrder, type OrderSlice, readFound } from '#server/orders/list/list-store.ts'
import type { FoundKey, TokenSelection } from '#server/orders/list/search-store.ts'
import { hasTokens, lacksTokens } from '#server/orders/tokens/token-conditions-store.ts'
import { expressionBuilder, type RawBuilder, sql } from 'kysely'

/** The orders that a plan finds by merging posting lists: those with one of `tokens` that also meet the other conditions. */
export interface SingleTokenSelection extends Omit<TokenSelection, 'sets'> {
  /** All in the shared part. */
  tokens: readonly string[]
}

/** The orders of a slice of the list. */
export async function findInTokenOrder(
  db: Db,
  selection: SingleTokenSelection,
  slice: OrderSlice,
): Promise<FoundOrder[]> {
  const found = selectInTokenOrder(db, selection, slice)
  return found ? readFound(db, found, slice.direction, isOfTokens(selection)) : []
}

/** The keys and times of these orders. */
export async function findTimesInTokenOrder(
  db: Db,
  selection: SingleTokenSelection,
  slice: OrderSlice,
): Promise<FoundKey[]> {
  const found = selectInTokenOrder(db, selection, slice)
  return found ? runQuery(db, found, isOfTokens(selection)) : []
}

/** Whether tokens alone decide which orders match: then every access is a range or a row of an index, and one plan is good for all values. */
const isOfTokens = ({ where }: SingleTokenSelection): boolean => where === undefined

/** Merges the posting lists in the order of the list and stops after `limit` orders. */
function selectInTokenOrder(
  db: Db,
  { tokens, ...conditions }: SingleTokenSelection,
  { direction, after, until, limit }: OrderSlice,
) {
  const [select, start, end] = [selectPosting(conditions), startAfter(direction, after), endAt(direction, until)]
  const orders = tokens.map((token) => sql`${select(token)}${start}${end}`)
  return mergeTokens(db, orders, { direction, limit })
}

/** The key at which a walk through these posting lists may stop: up to it there are about `distance` postings, evenly from each list. Undefined if all lists end before. */
export async function findTokenKeyAhead(
  db: Db,
  tokens: readonly string[],
  { direction, after }: Pick<OrderSlice, 'direction' | 'after'>,
  distance: number,
): Promise<RowKey | undefined> {
  const offset = Math.ceil(distance / tokens.length)
  const [select, start] = [selectPosting({ others: [], excluded: [], where: undefined }), startAfter(direction, after)]
  const ends = tokens.map(
    (token) => sql`select * from (${select(token)}${start}${inOrder(direction, 1)} offset ${offset}) as ahead`,
  )
  // The first of these keys: up to it, no list has more postings than its share.
  const first = await mergeTokens(db, ends, { direction, limit: 1 })?.executeTakeFirst()
  return first && [first.placed_at, first.key]
}

/**
 * The first `limit` orders of several posting lists, each once; undefined without lists. SQLite merges the lists and stops after these
 * orders, but not if each list has a limit. PostgreSQL reads only the beginning of a list if it has one. As SQL, because Kysely takes a millisecond to
 * build the lists of a year of days.
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

const inOrder = (direction: 'asc' | 'desc', limit: number) =>
  sql` order by placed_at ${sql.raw(direction)}, key ${sql.raw(direction)} limit ${limit}`

const startAfter = (direction: 'asc' | 'desc', key: RowKey | undefined) =>
  key ? compareKey(direction === 'asc' ? '>' : '<', key) : nothing

const endAt = (direction: 'asc' | 'desc', key: RowKey | undefined) =>
  key ? compareKey(direction === 'asc' ? '<=' : '>=', key) : nothing

const compareKey = (operator: '<' | '<=' | '>' | '>=', [placedAt, key]: RowKey) =>
  sql` and (entry.placed_at, entry.order_key) ${sql.raw(operator)} (${placedAt}, ${key})`

const nothing = sql.raw('')

/** Selects the postings of a token whose orders match the conditions. The alias is needed because lookups of other tokens read the same table. */
function selectPosting({ others, excluded, where }: Pick<TokenSelection, 'others' | 'excluded' | 'where'>) {
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
