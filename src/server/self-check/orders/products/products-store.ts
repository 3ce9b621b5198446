import { cachedQuery } from '#server/db/cached-query.ts'
import type { Db } from '#server/db/database.ts'
import { productTokens } from '#server/orders/tokens/product-tokens.ts'
import { sharedPart } from '#server/orders/tokens/token-parts.ts'
import { tokenSeparator } from '#server/self-check/orders/orders-store.ts'
import { sql } from 'kysely'

const sliceSize = 500

/** Products with their words, separated like tokens, by token, a slice at a time. */
export async function* productSlices(db: Db) {
  for (let after = ''; ;) {
    const products = await selectProducts(db, [after])
    yield products
    const last = products.at(-1)
    if (!last || products.length < sliceSize) return
    after = last.token
  }
}

const selectProducts = cachedQuery((db) =>
  sql<{ token: string; sku: string; name: string; words: string | null }>`
    select token, sku, name,
      (select string_agg(word, cast(${sql.lit(tokenSeparator)} as text)) from product_words where token = products.token) as words
    from products where token > ${''} order by token limit ${sql.lit(sliceSize)}`.compile(db),
)

/** The products that orders have and that do not exist, each slice after a number of products that orders have. */
export async function* missingProductSlices(db: Db) {
  for (let after = productTokens.from; ;) {
    const tokens = await selectOrdered(db, [after, productTokens.to, productTokens.to])
    yield tokens.filter(({ exists }) => exists === 0).map(({ token }) => token)
    const last = tokens.at(-1)
    if (!last || tokens.length < sliceSize) return
    after = last.token
  }
}

const inShared = sql`part = ${sql.lit(sharedPart)}`

/** One step in the index for each product, however many orders have it. */
const selectOrdered = cachedQuery((db) =>
  sql<{ token: string; exists: number }>`
    with recursive ordered (token) as (
      select min(token) from order_tokens where ${inShared} and token > ${''} and token < ${''}
      union all
      select (select min(token) from order_tokens where ${inShared} and token > ordered.token and token < ${''})
      from ordered where ordered.token is not null
    )
    select token, (select count(*) from products where products.token = ordered.token) as "exists"
    from ordered where token is not null limit ${sql.lit(sliceSize)}`.compile(db),
)
