import type { Db } from '#server/db/database.ts'
import { tokenizeProduct, toProductToken } from '#server/orders/tokens/product-tokens.ts'
import type { Findings } from '#server/self-check/findings.ts'
import { tokenSeparator } from '#server/self-check/orders/orders-store.ts'
import * as store from '#server/self-check/orders/products/products-store.ts'
import type { Progress } from '#server/self-check/progress.ts'

/** Every product that an order has exists, its token is made of its SKU and name, and it has the words of its name and no others. */
export async function verifyProducts(db: Db, findings: Findings, progress: Progress): Promise<void> {
  for await (const products of store.productSlices(db)) {
    for (const { token, words, ...product } of products) {
      findings.expectEqual('product-words', `products ${token}`, 'token', token, toProductToken(product))
      const missing = new Set(tokenizeProduct(product))
      for (const word of words?.split(tokenSeparator) ?? [])
        if (!missing.delete(word)) findings.addViolation('product-words', `product_words ${token}: ${word}`)
      for (const word of missing) findings.addViolation('product-words', `product_words ${token}: ${word} is missing`)
    }
    findings.examined(products.length, 'product-words')
    await progress.advance(0)
  }
  for await (const missing of store.missingProductSlices(db)) {
    for (const token of missing) findings.addViolation('product-words', `products ${token}: missing`)
    await progress.advance(0)
  }
}
