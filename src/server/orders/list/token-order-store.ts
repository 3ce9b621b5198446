import type { Db } from '#server/db/database.ts'
import { asRange, endAtKey, mergeRanges, startAfterKey } from '#server/db/list-query.ts'
import { runQuery } from '#server/db/lookup.ts'
import type { Tables } from '#server/db/schema.ts'
import { sharedPart } from '#server/orders/tokens/token-parts-query.ts'
import type { RowKey } from '#server/keyset-page.ts'
import { type FoundOrder, readFound } from '#server/orders/list/list-store.ts'
import type { TokenSelection } from '#server/orders/list/search-store.ts'
import { hasTokens, lacksTokens } from '#server/orders/tokens/token-conditions-store.ts'
import type { SelectQueryBuilder } from 'kysely'

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
function selectInTokenOrder(db: Db, selection: SingleTokenSelection, { direction, after, until, limit }: TokenSlice) {
  const matching = selection.tokens.map((token) => {
    const started = startAfterKey(selectMatchingToken(db, token, selection), tokenKey, direction, after)
    return until ? endAtKey(started, tokenKey, direction, until) : started
  })
  return mergeRanges(db, matching, foundKey, { direction, limit, isDistinct: true })
}

/** The key up to which `distance` tokens or a few more are read, or all that are left of some tokens; undefined if that is the end of the list. */
export async function findTokenKeyAhead(
  db: Db,
  tokens: readonly string[],
  { direction, after }: Pick<TokenSlice, 'direction' | 'after'>,
  distance: number,
): Promise<RowKey | undefined> {
  const ends = tokens.map((token) =>
    asRange(
      db,
      startAfterKey(selectToken(db, token).select(selectedKey), tokenKey, direction, after)
        .orderBy('entry.placed_at', direction)
        .orderBy('entry.order_key', direction)
        .limit(1)
        .offset(Math.ceil(distance / tokens.length)),
    ),
  )
  // The first of the ends: before it, all tokens are read.
  const first = await mergeRanges(db, ends, foundKey, { direction, limit: 1 })?.executeTakeFirst()
  return first && [first.placed_at, first.key]
}

const tokenKey = ['entry.placed_at', 'entry.order_key'] as const
const selectedKey = ['entry.placed_at as placed_at', 'entry.order_key as key'] as const
const foundKey = ['placed_at', 'key'] as const

/** Under another name, because the lookups of other tokens read the same table. */
const selectToken = (db: Db, token: string) =>
  db.selectFrom('order_tokens as entry').where('entry.part', '=', sharedPart).where('entry.token', '=', token)

function selectMatchingToken(
  db: Db,
  token: string,
  { others, excluded, where }: Omit<TokenSelection, 'ranges'>,
): FoundTokens {
  const found = selectToken(db, token)
    .select(selectedKey)
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
  { placed_at: number; key: number }
>
