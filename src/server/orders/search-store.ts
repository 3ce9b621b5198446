import type { Db } from '#server/db/database.ts'
import { concatRanges, startAfterKey } from '#server/db/list-query.ts'
import type { Tables } from '#server/db/schema.ts'
import type { RowKey } from '#server/keyset-page.ts'
import type { PlacedSpan } from '#server/orders/placed-span.ts'
import type { SortColumn } from '#server/orders/sort-columns.ts'
import { type ProductRange, productTokens } from '#server/orders/product-tokens.ts'
import {
  earlierOrder,
  type Exclusion,
  type Search,
  toCustomerToken,
  type TokenSet,
} from '#server/orders/search-tokens.ts'
import { singleTokenOf, type TokenRange } from '#server/orders/search-words.ts'
import { countedStatuses } from '#shared/orders/order.ts'
import {
  type Expression,
  type ExpressionBuilder,
  type RawBuilder,
  type SelectQueryBuilder,
  sql,
  type SqlBool,
} from 'kysely'

/** Whether the order with the id in a column has a token in at least one range of every list. */
export const hasTokens = (idColumn: string, search: Search): RawBuilder<SqlBool> =>
  joinBy(
    ' and ',
    search.map((ranges) => hasToken(idColumn, ranges)),
    sql`1 = 1`,
  )

/** Whether the order with the id in a column has nothing of what is excluded. */
export const lacksTokens = (idColumn: string, excluded: readonly Exclusion[]): RawBuilder<SqlBool> => {
  const ranges = excluded.filter((each) => each !== earlierOrder)
  const lacksToken = sql<SqlBool>`${hasToken(idColumn, ranges)} is not true`
  return ranges.length < excluded.length ? sql<SqlBool>`(${lacksToken} and ${isFirst(idColumn)})` : lacksToken
}

/**
 * Whether the order with the id in a column is the first of its customer, or of those merged with it, apart from cancelled ones. Whose an
 * order is without a customer is not known.
 */
function isFirst(idColumn: string): RawBuilder<SqlBool> {
  const root = sql`coalesce(self.merged_into, self.number)`
  const isEarlier = sql`(earlier.placed_at, earlier.order_id) < (own.placed_at, own.id)
    and counted.status in (${sql.join(countedStatuses.map((status) => sql.lit(status)))})`
  const counted = sql`inner join orders as counted on counted.id = earlier.order_id`
  return sql<SqlBool>`coalesce((
    select case
      when exists (
        select 1 from order_tokens as earlier ${counted} where earlier.token = ${toCustomerToken('')} || ${root} and ${isEarlier}
      ) then 0
      when exists (
        select 1 from customers as merged inner join order_tokens as earlier on earlier.token = ${toCustomerToken('')} || merged.number
        ${counted} where merged.merged_into = ${root} and ${isEarlier}
      ) then 0
      else 1 end
    from orders as own inner join customers as self on self.number = own.customer_number where own.id = ${sql.ref(idColumn)}
  ), 0) = 1`
}

const hasToken = (idColumn: string, sets: readonly TokenSet[]): RawBuilder<SqlBool> => {
  const lookups = sets.map((set) => ('words' in set ? hasProduct(idColumn, set) : hasTokenIn(idColumn, set)))
  return sql<SqlBool>`(${joinBy(' or ', lookups, sql`1 = 0`)})`
}

/**
 * One lookup for each range until one finds a token: the order's first token from the beginning of the range is before its end. With both
 * ends as conditions PostgreSQL may read all tokens of a range to find those of one order.
 */
const hasTokenIn = (idColumn: string, { from, to }: TokenRange): RawBuilder<SqlBool> =>
  sql<SqlBool>`(select token from order_tokens where order_id = ${sql.ref(idColumn)} and token >= ${from} order by token limit 1) < ${to}`

/** Of each product of the order, its words are looked up. As a value, so that PostgreSQL does not collect the products of all orders. */
function hasProduct(idColumn: string, { words }: ProductRange): RawBuilder<SqlBool> {
  const { from, to } = productTokens
  return sql<SqlBool>`(
    select 1 from order_tokens as product
    where product.order_id = ${sql.ref(idColumn)} and product.token >= ${from} and product.token < ${to}
      and ${joinBy(' and ', words.map(hasWord('product.token')), sql`1 = 1`)}
    limit 1
  ) = 1`
}

/** Whether the product with the token in a column has a word in a range. */
const hasWord =
  (tokenColumn: string) =>
  ({ from, to }: TokenRange): RawBuilder<SqlBool> =>
    sql<SqlBool>`(select word from product_words where token = ${sql.ref(tokenColumn)} and word >= ${from} order by word limit 1) < ${to}`

const joinBy = (operator: string, parts: readonly RawBuilder<SqlBool>[], none: RawBuilder<SqlBool>) =>
  parts.length === 0 ? none : sql<SqlBool>`${sql.join(parts, sql.raw(operator))}`

/**
 * How many tokens lie in each set of a search, counted up to `limit`: of a single token those of orders that were placed within a span, of several
 * tokens all of them; of more products than are read, as many as the limit. The limit is that of all sets of a word, but each set with a token
 * has one at least.
 */
export async function countTokens(
  db: Db,
  search: Search,
  { placed, limit }: { placed: PlacedSpan; limit: number },
): Promise<{ set: TokenSet; count: number }[][]> {
  const countSet = async (set: TokenSet, most: number): Promise<number> => {
    if ('words' in set) {
      const words = await countRows(db, selectFirstWord(db, set), maxProductWords + 1)
      if (words === 0) return 0
      if (words > Math.min(maxProductWords, limit)) return limit
    }
    return countRows(db, selectTokens(db, set, placed).select('token'), most)
  }
  const countSets = async (sets: readonly TokenSet[]) => {
    const counted: { set: TokenSet; count: number }[] = []
    let left = limit
    for (const set of sets) {
      // Of more tokens than are counted it only matters whether there are any.
      const count = await countSet(set, Math.max(left, 1))
      counted.push({ set, count })
      left -= count
    }
    return counted
  }
  return Promise.all(search.map(countSets))
}

async function countRows<Table extends keyof Tables>(
  db: Db,
  rows: SelectQueryBuilder<Tables, Table, { token: string }>,
  limit: number,
): Promise<number> {
  const { count } = await db
    .selectFrom(rows.limit(limit).as('counted'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Orders with a token in one of `ranges` that also have the other tokens and match the condition. */
export interface TokenSelection {
  ranges: readonly TokenSet[]
  /** Other words whose tokens are all read. */
  common?: Search
  /** Other words that are looked for in each order. */
  others: Search
  /** When the orders were placed. */
  placed: PlacedSpan
  /** What else the orders must match. */
  where: ((eb: ExpressionBuilder<Tables, 'orders'>) => Expression<SqlBool>) | undefined
}

/** A part of the matching orders in the order of a column, and how many match in all, from one look at the tokens. */
export async function findByTokens(
  db: Db,
  selection: TokenSelection,
  { direction, after, limit }: { direction: 'asc' | 'desc'; after: RowKey | undefined; limit: number },
  column: 'placed_at' | SortColumn = 'placed_at',
): Promise<{ ids: string[]; total: number }> {
  const matching = db
    .with(
      (cte) => cte('matching').materialized(),
      () => selectMatching(db, selection, undefined),
    )
    .selectFrom('matching')
    .select(({ selectFrom }) =>
      selectFrom('matching')
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .as('total'),
    )
  const sorted =
    column === 'placed_at'
      ? matching.select(['matching.id', 'matching.placed_at as sort_value'])
      : matching
          .crossJoin('orders')
          .whereRef('orders.id', '=', 'matching.id')
          .select(['orders.id', `orders.${column} as sort_value`])
  const found = await startAfterKey(
    db.selectFrom(sorted.as('sorted')).selectAll(),
    ['sort_value', 'id'],
    direction,
    after,
  )
    .orderBy('sort_value', direction)
    .orderBy('id', direction)
    .limit(limit)
    .execute()
  const total = found[0]?.total ?? (after ? await countByTokens(db, selection, {}) : 0)
  return { ids: found.map(({ id }) => id), total }
}

/** How many orders match, up to `limit`, of those with one of the first `maxTokens` tokens. */
export async function countByTokens(
  db: Db,
  selection: TokenSelection,
  { maxTokens, limit }: { maxTokens?: number; limit?: number },
): Promise<number> {
  const matching = selectMatching(db, selection, maxTokens)
  const { count } = await db
    .selectFrom((limit === undefined ? matching : matching.limit(limit)).as('counted'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The ids and times of the matching orders, each once. */
function selectMatching(
  db: Db,
  { ranges, common = [], others, placed, where }: TokenSelection,
  maxTokens: number | undefined,
) {
  const tokens = common.reduce(
    (found, word) => found.intersect(selectWord(db, word, placed)),
    selectWord(db, ranges, placed),
  )
  const found = db
    .selectFrom((maxTokens === undefined ? tokens : tokens.limit(maxTokens)).as('found'))
    .select(['found.order_id as id', 'found.placed_at'])
    .distinct()
    .where(isPlacedWithin('found.placed_at', placed))
    .where(hasTokens('found.order_id', others))
  if (!where) return found
  // A cross join because SQLite keeps its order: for each order found it looks at the row, not for each row at the orders found.
  return db
    .selectFrom(found.as('found'))
    .crossJoin('orders')
    .select(['orders.id', 'orders.placed_at'])
    .whereRef('orders.id', '=', 'found.id')
    .where(where as never)
}

/** The orders of the tokens in any of these ranges; an order that has several of them comes several times. */
function selectWord(db: Db, sets: readonly TokenSet[], placed: PlacedSpan) {
  const tokens = concatRanges(sets.map((set) => selectTokens(db, set, placed).select(['placed_at', 'order_id'])))
  if (!tokens) throw new Error('A search has at least one range')
  return db.selectFrom(tokens.as('word')).select(['word.placed_at', 'word.order_id'])
}

/** The tokens of a set; of a single token only those of orders of a span, which lie together. */
function selectTokens(db: Db, set: TokenSet, placed: PlacedSpan) {
  const tokens = db.selectFrom('order_tokens')
  if ('words' in set) return tokens.where('token', 'in', selectProducts(db, set))
  const token = singleTokenOf(set)
  return token === undefined
    ? tokens.where('token', '>=', set.from).where('token', '<', set.to)
    : tokens.where('token', '=', token).where(isPlacedWithin('placed_at', placed))
}

/** Words that are read to find products; a search for more of them looks at the products of the newest orders. */
const maxProductWords = 20_000

/** The products that have the first of some words and the others. */
const selectProducts = (db: Db, set: ProductRange) =>
  db
    .selectFrom(selectFirstWord(db, set).limit(maxProductWords).as('product'))
    .select('product.token')
    .where(joinBy(' and ', sortWords(set).slice(1).map(hasWord('product.token')), sql`1 = 1`))

function selectFirstWord(db: Db, set: ProductRange) {
  const [first] = sortWords(set)
  if (!first) throw new Error('Products are found by at least one word')
  return db.selectFrom('product_words').select('token').where('word', '>=', first.from).where('word', '<', first.to)
}

/** The longest word first, which usually the fewest products have. */
const sortWords = ({ words }: ProductRange): TokenRange[] => words.toSorted((a, b) => b.from.length - a.from.length)

const isPlacedWithin = (column: string, { from, until }: PlacedSpan): RawBuilder<SqlBool> =>
  joinBy(
    ' and ',
    [
      ...(from === undefined ? [] : [sql<SqlBool>`${sql.ref(column)} >= ${from}`]),
      ...(until === undefined ? [] : [sql<SqlBool>`${sql.ref(column)} < ${until}`]),
    ],
    sql`1 = 1`,
  )
