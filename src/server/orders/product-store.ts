import { cachedQuery } from '#server/db/cached-query.ts'
import type { Db, Transaction } from '#server/db/database.ts'
import { cachedInsert } from '#server/db/insert.ts'
import { cachedQueryByIds } from '#server/db/query-by-ids.ts'
import { type Product, tokenizeProduct, toProductToken } from '#server/orders/product-tokens.ts'
import { sql } from 'kysely'

/** Makes products findable by the words of their names. Another transaction may store the same ones at the same time. */
export async function storeProducts(transaction: Transaction, products: readonly Product[]): Promise<void> {
  const byToken = new Map(products.map((product) => [toProductToken(product), product]))
  for (const { token } of await selectProducts(transaction, [...byToken.keys()])) byToken.delete(token)
  // In the order of their tokens, so that two transactions that store some of the same do not wait for each other.
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

const selectWord = cachedQuery((db) =>
  db.selectFrom('product_words').select('token').where('word', '=', '').limit(sql.lit(1)).compile(),
)
