import type { Db } from '#server/db/database.ts'
import { concatRanges, endAtKey, startAfterKey } from '#server/db/list-query.ts'
import type { Tables } from '#server/db/schema.ts'
import type { RowKey } from '#server/keyset-page.ts'
import type { TokenSelection } from '#server/orders/search-store.ts'
import { hasTokens, lacksTokens } from '#server/orders/token-conditions-store.ts'
import type { SelectQueryBuilder } from 'kysely'

/** Orders with one of some tokens that also have the others and match the condition. */
export interface SingleTokenSelection extends Omit<TokenSelection, 'ranges'> {
  tokens: readonly string[]
}

interface TokenSlice {
  direction: 'asc' | 'desc'
  after: RowKey | undefined
  until?: RowKey | undefined
  limit: number
}

/** The keys of the orders in a part of the list. It reads the tokens in the order of the list and stops after `limit` orders. */
export async function findInTokenOrder(
  db: Db,
  selection: SingleTokenSelection,
  { direction, after, until, limit }: TokenSlice,
): Promise<number[]> {
  const matching = selection.tokens.map((token) => {
    const started = startAfterKey(selectMatchingToken(db, token, selection), tokenKey, direction, after)
    const found = until ? endAtKey(started, tokenKey, direction, until) : started
    return inTokenOrder(found, direction).limit(limit)
  })
  const rows = await mergeTokens(db, matching, direction, limit)
  return rows.map(({ order_key }) => order_key)
}

/** The key up to which `distance` tokens or a few more are read, or all that are left of some tokens; undefined if that is the end of the list. */
export async function findTokenKeyAhead(
  db: Db,
  tokens: readonly string[],
  { direction, after }: Pick<TokenSlice, 'direction' | 'after'>,
  distance: number,
): Promise<RowKey | undefined> {
  const ends = tokens.map((token) =>
    inTokenOrder(
      startAfterKey(selectToken(db, token).select(['entry.placed_at', 'entry.order_key']), tokenKey, direction, after),
      direction,
    )
      .limit(1)
      .offset(Math.ceil(distance / tokens.length)),
  )
  // The first of the ends: before it, all tokens are read.
  const [first] = await mergeTokens(db, ends, direction, 1)
  return first && [first.placed_at, first.order_key]
}

const tokenKey = ['entry.placed_at', 'entry.order_key'] as const

/** Under another name, because the lookups of other tokens read the same table. */
const selectToken = (db: Db, token: string) => db.selectFrom('order_tokens as entry').where('entry.token', '=', token)

function selectMatchingToken(
  db: Db,
  token: string,
  { others, excluded, where }: Omit<TokenSelection, 'ranges'>,
): FoundTokens {
  const found = selectToken(db, token)
    .select(['entry.placed_at', 'entry.order_key'])
    .where(hasTokens('entry.order_key', others))
    .$if(excluded.length > 0, (query) => query.where(lacksTokens('entry.order_key', excluded)))
  if (!where) return found
  return found
    .crossJoin('orders')
    .whereRef('orders.key', '=', 'entry.order_key')
    .where(where as never) as unknown as FoundTokens
}

type FoundTokens = SelectQueryBuilder<
  Tables & { entry: Tables['order_tokens'] },
  'entry',
  { placed_at: number; order_key: number }
>

const inTokenOrder = (query: FoundTokens, direction: 'asc' | 'desc'): FoundTokens =>
  query.orderBy('entry.placed_at', direction).orderBy('entry.order_key', direction)

/** The first rows of some queries in the order of the list, each order once. */
async function mergeTokens(db: Db, queries: readonly FoundTokens[], direction: 'asc' | 'desc', limit: number) {
  const [first, ...others] = queries
  if (!first) return []
  if (others.length === 0) return first.execute()
  const merged = concatRanges(
    queries.map((query) => db.selectFrom(query.as('range')).select(['range.placed_at', 'range.order_key'])),
  )
  if (!merged) return []
  return db
    .selectFrom(merged.as('merged'))
    .select(['merged.placed_at', 'merged.order_key'])
    .distinct()
    .orderBy('merged.placed_at', direction)
    .orderBy('merged.order_key', direction)
    .limit(limit)
    .execute()
}
