import { cachedLookup } from '#server/db/cached-query.ts'
import type { Db } from '#server/db/database.ts'
import type { Tables } from '#server/db/schema.ts'
import type { Product } from '#server/orders/tokens/product-tokens.ts'
import type { TokenRange } from '#server/orders/tokens/search-words.ts'
import { isInPart } from '#server/orders/tokens/token-parts-query.ts'
import { type ExpressionBuilder, sql } from 'kysely'

/** Maximum number of words in the ranges of the rarest condition to examine, which bounds the time of a search. */
const maxWords = 2000

/** Maximum number of the newest orders of a product that are searched for one in the currency. */
const maxOrders = 30

type WordTables = Pick<Tables, 'product_words'>

/** A word lies in one of the ranges. */
const isInRanges = (ranges: readonly TokenRange[]) => (eb: ExpressionBuilder<WordTables, 'product_words'>) =>
  eb.or(ranges.map(({ from, to }) => eb.and([eb('word', '>=', from), eb('word', '<', to)])))

/** The products of the words in the ranges, up to `maxWords`. One range after the other: SQLite reads all rows of an "or" before it returns the first. */
function selectInRanges(db: Db, ranges: readonly TokenRange[]) {
  const [first, ...others] = ranges.map((range) =>
    db
      .selectFrom((query) =>
        query
          .selectFrom('product_words')
          .select('token')
          .where(isInRanges([range]))
          .limit(maxWords)
          .as('part'),
      )
      .select('part.token'),
  )
  if (!first) throw new Error('Products are looked for in at least one range')
  return db
    .selectFrom(others.reduce((all, other) => all.unionAll(other), first).as('every'))
    .select('every.token')
    .limit(maxWords)
}

/** Products that have a word in a range of every condition, at most `limit`; one may come several times. */
export async function findProductsByWords(
  db: Db,
  conditions: readonly (readonly TokenRange[])[],
  limit: number,
): Promise<(Product & { token: string })[]> {
  const counts = conditions.length === 1 ? [1] : await Promise.all(conditions.map((ranges) => countWords(db, ranges)))
  const [rarest, ...others] = conditions.toSorted(
    (a, b) => (counts[conditions.indexOf(a)] ?? 0) - (counts[conditions.indexOf(b)] ?? 0),
  )
  if (!rarest || Math.min(...counts) === 0) return []
  return db
    .selectFrom(selectInRanges(db, rarest).as('found'))
    .innerJoin('products', 'products.token', 'found.token')
    .select(['products.token', 'products.sku', 'products.name'])
    .where(({ and, eb, selectFrom }) =>
      and(
        others.map((ranges) =>
          // Not `exists`, for which PostgreSQL reads all words in the ranges, however few products are found.
          eb(
            selectFrom('product_words')
              .select(sql<number>`1`.as('one'))
              .whereRef('product_words.token', '=', 'found.token')
              .where(isInRanges(ranges))
              .limit(1),
            'is not',
            null,
          ),
        ),
      ),
    )
    .limit(limit)
    .execute()
}

/** How many words lie in the ranges, counted up to as many as are looked at. */
async function countWords(db: Db, ranges: readonly TokenRange[]): Promise<number> {
  const { count } = await db
    .selectFrom(selectInRanges(db, ranges).as('counted'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

interface Price {
  unit_price_minor: number
  tax_rate: string
  tax_is_derived: number
}

/** What one of a product cost last in a currency, and its tax; undefined if none of its newest orders has that currency. */
export const findLastPrice = async (
  db: Db,
  { token, sku, name }: Product & { token: string },
  currency: string,
): Promise<Price | undefined> => (await selectPrice(db, [token, currency, sku, name]))[0]

const selectPrice = cachedLookup<Price>((db) =>
  sql<Price>`
    select order_lines.unit_price_minor, order_lines.tax_rate, order_lines.tax_is_derived
    from (
      select order_key, placed_at from order_tokens where ${isInPart(db, 'shared')} and token = ${''}
      order by placed_at desc, order_key desc limit ${sql.lit(maxOrders)}
    ) as newest
    join orders on orders.key = newest.order_key and orders.currency = ${''}
    join order_lines on order_lines.order_id = orders.id and order_lines.sku = ${''} and order_lines.name = ${''}
    order by newest.placed_at desc, newest.order_key desc, order_lines.position
    limit 1`.compile(db),
)
