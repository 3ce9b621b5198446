import { cachedLookup } from '#server/db/cached-query.ts'
import type { Db } from '#server/db/database.ts'
import type { Product } from '#server/orders/tokens/product-tokens.ts'
import type { TokenRange } from '#server/orders/tokens/search-words.ts'
import { isInPart } from '#server/orders/tokens/token-parts-query.ts'
import { selectByTokens } from '#server/orders/tokens/token-ranges-query.ts'
import { sql } from 'kysely'

/** Maximum number of words of the rarest condition to examine. */
const maxWords = 2000

/** Maximum number of the newest orders of a product that are searched for one in the currency. */
const maxOrders = 30

const columns = { table: 'product_words', token: 'word', item: 'token' }

/** Products that have a word in a range of every condition, at most `limit`; one may come several times. */
export async function findProductsByWords(
  db: Db,
  conditions: readonly (readonly TokenRange[])[],
  limit: number,
): Promise<(Product & { token: string })[]> {
  const found = await selectByTokens(db, columns, conditions, maxWords)
  return (
    found
      ?.innerJoin('products', 'products.token', 'found.item')
      .clearSelect()
      .select(['products.token', 'products.sku', 'products.name'])
      .limit(limit)
      .execute() ?? []
  )
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
