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

interface PostingOptions {
  /** The parts of the index to read, by default all. */
  parts?: readonly number[] | undefined
  /**
   * Whether a range is read from its last token. The numbers of a shop grow with time, so the newest orders come first, and a query for the newest ones then keeps
   * the first rows instead of replacing them with each row that follows.
   */
  isFromLast?: boolean
}

/** The postings of a clause: an order with several tokens of the clause comes several times. */
export function selectPostings(
  db: Db,
  sets: readonly TokenSet[],
  placed: PlacedSpan,
  { parts, isFromLast = false }: PostingOptions = {},
) {
  const kindOf = (set: TokenSet) => (parts ? undefined : sharedTokenOf(set)?.slice(0, kindLength)) ?? set
  const found = [...Map.groupBy(sets, kindOf)].map(([kind, some]) =>
    typeof kind === 'string'
      ? selectSharedPostings(
          db,
          some.flatMap((set) => sharedTokenOf(set) ?? []),
          placed,
        )
      : selectSet(db, kind, placed, { parts, isFromLast }),
  )
  return db
    .selectFrom(sql<{ placed_at: number; order_key: number }>`(${sql.join(found, unionAll)})`.as('posting'))
    .select(['posting.placed_at', 'posting.order_key'])
}

/** The first two characters of a filter token are its kind, such as a day or a month. Tokens of one kind are read with one query. */
const kindLength = 2

/** The token of a set that is a single token in the shared part. */
function sharedTokenOf(set: TokenSet): string | undefined {
  const token = 'from' in set ? singleTokenOf(set) : undefined
  return token !== undefined && isShared(token) ? token : undefined
}

/** A query as SQL, because Kysely takes a millisecond to build a search with the days of a year. */
export type Rows = RawBuilder<unknown>

export const unionAll = sql` union all `

/** The postings of a set. Only those of a single token are limited to the span, because they are sorted by time within each part. */
export function selectSet(
  db: Db,
  set: TokenSet,
  placed: PlacedSpan,
  { parts, isFromLast = false }: PostingOptions = {},
): Rows {
  if ('currency' in set) return selectAmounts(db, set)
  if ('words' in set) return selectIndexed(db, isInPart(db, 'shared'), sql`token in (${selectProducts(set)})`)
  const place = parts ? sql`part in (${sql.join(parts)})` : isInPart(db, placeOf(set))
  const token = singleTokenOf(set)
  if (token === undefined) {
    const range = selectIndexed(db, place, sql`token >= ${set.from} and token < ${set.to}`)
    return isFromLast
      ? sql`select * from (${range} order by part desc, token desc limit ${sql.lit(noLimit)}) as entry`
      : range
  }
  return selectIndexed(db, place, sql`token = ${token} and ${isPlacedWithin('placed_at', placed)}`)
}

/** With a limit, SQLite keeps the order of a query within another one. */
const noLimit = Number.MAX_SAFE_INTEGER

/** The postings of tokens in the shared part, limited to a span. */
const selectSharedPostings = (db: Db, tokens: readonly string[], placed: PlacedSpan): Rows =>
  selectIndexed(
    db,
    isInPart(db, 'shared'),
    sql`token in (${sql.join(tokens)}) and ${isPlacedWithin('placed_at', placed)}`,
  )

/** The orders of an amount range, read from the index of totals, which also has the times. */
export const selectAmounts = (db: Db, { currency, first, last }: AmountRange, column = sql.raw('')): Rows => sql`
  select placed_at, key as order_key${column} from ${isSqlite(db) ? sql`orders indexed by orders_by_total` : sql`orders`}
  where archived in (0, 1) and currency = ${currency} and total_minor >= ${first} and total_minor <= ${last}`

/** The tokens, to be read by their index. It is named because SQLite, with few parts, may read the tokens of all orders by order to remove duplicates. */
export const orderTokensByToken = (db: Db): Rows =>
  isSqlite(db) ? sql`order_tokens indexed by order_tokens_by_token` : sql`order_tokens`

const selectIndexed = (db: Db, place: Rows, tokens: Rows): Rows => sql`
  select placed_at, order_key from ${orderTokensByToken(db)}
  where ${place} and ${tokens}`

/** The tokens of the products that have all words of a set; a product may come several times. */
export const selectProducts = (set: ProductRange): Rows => sql`
  select product.token from (${selectFirstWord(set)} limit ${maxProductWords}) as product
  where ${joinBy(' and ', sortWords(set).slice(1).map(hasWord('product.token')), sql`1 = 1`)}`

/** The tokens of the products that have the most selective word of a set. */
export function selectFirstWord(set: ProductRange): Rows {
  const [first] = sortWords(set)
  if (!first) throw new Error('Products are found by at least one word')
  return sql`select token from product_words where word >= ${first.from} and word < ${first.to}`
}

/** Maximum number of words that are read to find products; with more, a search checks the products of the newest orders. */
export const maxProductWords = 20_000

/** The longest word first: it is usually the most selective. */
const sortWords = ({ words }: ProductRange): TokenRange[] => words.toSorted((a, b) => b.from.length - a.from.length)

/** Whether the time in a column is within a span. */
export const isPlacedWithin = (column: string, { from, until }: PlacedSpan): RawBuilder<SqlBool> =>
  joinBy(
    ' and ',
    [
      ...(from === undefined ? [] : [sql<SqlBool>`${sql.ref(column)} >= ${from}`]),
      ...(until === undefined ? [] : [sql<SqlBool>`${sql.ref(column)} < ${until}`]),
    ],
    sql`1 = 1`,
  )
