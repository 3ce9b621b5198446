import type { Db } from '#server/db/database.ts'
import { isSqlite } from '#server/db/dialect.ts'
import type { AmountRange } from '#server/orders/tokens/amount-ranges.ts'
import type { PlacedSpan } from '#server/orders/tokens/placed-span.ts'
import type { ProductRange } from '#server/orders/tokens/product-tokens.ts'
import type { TokenSet } from '#server/orders/tokens/search-tokens.ts'
import { singleTokenOf, type TokenRange } from '#server/orders/tokens/search-words.ts'
import { hasWord, joinBy } from '#server/orders/tokens/token-conditions-store.ts'
import { isShared, placeOf } from '#server/orders/tokens/token-parts.ts'
import { isInPart } from '#server/orders/tokens/token-parts-query.ts'
import { type RawBuilder, sql, type SqlBool } from 'kysely'

/** The orders of the tokens in any of these ranges; an order that has several of them comes several times. */
export function selectWord(db: Db, sets: readonly TokenSet[], placed: PlacedSpan, parts?: readonly number[]) {
  const kindOf = (set: TokenSet) => (parts ? undefined : sharedTokenOf(set)?.slice(0, kindLength)) ?? set
  const found = [...Map.groupBy(sets, kindOf)].map(([kind, some]) =>
    typeof kind === 'string'
      ? selectTokens(
          db,
          some.flatMap((set) => sharedTokenOf(set) ?? []),
          placed,
        )
      : selectSet(db, kind, placed, parts),
  )
  return db
    .selectFrom(sql<{ placed_at: number; order_key: number }>`(${sql.join(found, unionAll)})`.as('word'))
    .select(['word.placed_at', 'word.order_key'])
}

/** The second character of a filter's token says what it is, such as a day or a month. */
const kindLength = 2

/** The token of a set of a single one that all parts share. */
function sharedTokenOf(set: TokenSet): string | undefined {
  const token = 'from' in set ? singleTokenOf(set) : undefined
  return token !== undefined && isShared(token) ? token : undefined
}

/** What selects rows. As SQL, because Kysely takes a millisecond to build a search with the days of a year. */
export type Rows = RawBuilder<unknown>

export const unionAll = sql` union all `

/** The orders of a set, one row for each token of the set that an order has; of a single token only those of a span, which lie together in each part. */
export function selectSet(db: Db, set: TokenSet, placed: PlacedSpan, parts?: readonly number[]): Rows {
  if ('currency' in set) return selectAmounts(db, set)
  if ('words' in set) return selectEntries(db, isInPart(db, 'shared'), sql`token in (${selectProducts(set)})`)
  const place = parts ? sql`part in (${sql.join(parts)})` : isInPart(db, placeOf(set))
  const token = singleTokenOf(set)
  return token === undefined
    ? selectEntries(db, place, sql`token >= ${set.from} and token < ${set.to}`)
    : selectEntries(db, place, sql`token = ${token} and ${isPlacedWithin('placed_at', placed)}`)
}

/** The orders of tokens that all parts share and of a span. */
export const selectTokens = (db: Db, tokens: readonly string[], placed: PlacedSpan): Rows =>
  selectEntries(
    db,
    isInPart(db, 'shared'),
    sql`token in (${sql.join(tokens)}) and ${isPlacedWithin('placed_at', placed)}`,
  )

/** Without their rows, because the index of totals has the times. */
export const selectAmounts = (db: Db, { currency, first, last }: AmountRange, column = sql.raw('')): Rows => sql`
  select placed_at, key as order_key${column} from ${isSqlite(db) ? sql`orders indexed by orders_by_total` : sql`orders`}
  where archived in (0, 1) and currency = ${currency} and total_minor >= ${first} and total_minor <= ${last}`

/** To leave out those of the same order, SQLite may read the tokens of all orders by order while there are few parts. */
const selectEntries = (db: Db, place: Rows, tokens: Rows): Rows => sql`
  select placed_at, order_key from ${isSqlite(db) ? sql`order_tokens indexed by order_tokens_by_token` : sql`order_tokens`}
  where ${place} and ${tokens}`

/** The tokens of the products that have the first of some words and the others. */
export const selectProducts = (set: ProductRange): Rows => sql`
  select product.token from (${selectFirstWord(set)} limit ${maxProductWords}) as product
  where ${joinBy(' and ', sortWords(set).slice(1).map(hasWord('product.token')), sql`1 = 1`)}`

/** The tokens of the products that have the first of some words. */
export function selectFirstWord(set: ProductRange): Rows {
  const [first] = sortWords(set)
  if (!first) throw new Error('Products are found by at least one word')
  return sql`select token from product_words where word >= ${first.from} and word < ${first.to}`
}

/** Words that are read to find products; a search for more of them looks at the products of the newest orders. */
export const maxProductWords = 20_000

/** The longest word first, which usually the fewest products have. */
const sortWords = ({ words }: ProductRange): TokenRange[] => words.toSorted((a, b) => b.from.length - a.from.length)

/** Whether the time in a column lies within a span. */
export const isPlacedWithin = (column: string, { from, until }: PlacedSpan): RawBuilder<SqlBool> =>
  joinBy(
    ' and ',
    [
      ...(from === undefined ? [] : [sql<SqlBool>`${sql.ref(column)} >= ${from}`]),
      ...(until === undefined ? [] : [sql<SqlBool>`${sql.ref(column)} < ${until}`]),
    ],
    sql`1 = 1`,
  )
