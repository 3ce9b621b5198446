import { cachedLookup } from '#server/db/cached-query.ts'
import type { Db, Transaction } from '#server/db/database.ts'
import { cachedInsert } from '#server/db/insert.ts'
import { cachedQueryByIds } from '#server/db/query-by-ids.ts'
import { type Product, tokenizeProduct, toProductToken } from '#server/orders/tokens/product-tokens.ts'
import { toNumberToken } from '#server/orders/tokens/search-words.ts'
import { sql } from 'kysely'

/** Makes products findable by the words of their names. Another transaction may store the same ones at the same time. */
export async function storeProducts(transaction: Transaction, products: readonly Product[]): Promise<void> {
  const byToken = new Map(products.map((product) => [toProductToken(product), product]))
  for (const { token } of await selectProducts(transaction, [...byToken.keys()])) byToken.delete(token)
  // Sorted by token, so that two transactions that store the same products do not deadlock.
  const added = [...byToken].toSorted(([a], [b]) => (a < b ? -1 : 1))
  await insertProducts(
    transaction,
    added.map(([token, { sku, name }]) => ({ token, sku, name })),
  )
  await insertWords(
    transaction,
    added.flatMap(([token, product]) => tokenizeProduct(product).map((word) => ({ token, word }))),
  )
}

const selectProducts = cachedQueryByIds((db, tokens) =>
  db.selectFrom('products').select('token').where('token', 'in', tokens).compile(),
)

const insertProducts = cachedInsert('products', (insert) => insert.onConflict((conflict) => conflict.doNothing()))
const insertWords = cachedInsert('product_words', (insert) => insert.onConflict((conflict) => conflict.doNothing()))

/** Whether any product has exactly this word. */
export async function hasProductWord(db: Db, word: string): Promise<boolean> {
  const rows = await selectWord(db, [word])
  return rows.length > 0
}

const selectWord = cachedLookup((db) =>
  db.selectFrom('product_words').select('token').where('word', '=', '').limit(sql.lit(1)).compile(),
)

/** Maximum number of products with the letters and digits of an SKU that are read. */
const maxSkuProducts = 1_000

/** The tokens of the products with an SKU, ignoring case; undefined if too many products have its letters and digits. */
export async function findSkuTokens(db: Db, sku: string): Promise<string[] | undefined> {
  const rows = await selectSku(db, [toNumberToken(sku)])
  if (rows.length > maxSkuProducts) return undefined
  return rows.filter((row) => row.sku.toLowerCase() === sku.toLowerCase()).map(({ token }) => token)
}

const selectSku = cachedLookup((db) =>
  db
    .selectFrom('product_words')
    .innerJoin('products', 'products.token', 'product_words.token')
    .select(['products.token', 'products.sku'])
    .where('word', '=', '')
    .limit(sql.lit(maxSkuProducts + 1))
    .compile(),
)

/** All products, or none if there are more than `limit`. */
export async function listFewProducts(db: Db, limit: number): Promise<Product[]> {
  const products = await selectFirst(db, [limit + 1])
  return products.length > limit ? [] : products
}

const selectFirst = cachedLookup((db) => db.selectFrom('products').select(['sku', 'name']).limit(0).compile())
