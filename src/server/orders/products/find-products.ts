import type { Action } from '#server/context.ts'
import * as store from '#server/orders/products/find-products-store.ts'
import { findNewestKeys } from '#server/orders/tokens/token-parts-query.ts'
import { type Product, withWords } from '#server/orders/tokens/product-tokens.ts'
import { normalize } from '#server/list/normalize.ts'
import { prefixRange, splitTerms, type TokenRange, toNumberToken } from '#server/orders/tokens/search-words.ts'
import { maxSuggestions } from '#shared/suggestions.ts'

/** Maximum number of products with all words of a text of which those that were sold last are found. */
const maxFound = 200

/** Like `maxConditions` of a search. */
const maxConditions = 12

/** `GET /api/products`: products of earlier orders by the beginnings of words of their names, or of their SKUs. */
export const findProducts: Action<'findProducts'> = async ({ kontor }, { text, currency = kontor.book.currency }) => {
  const db = kontor.database.read
  const conditions = toConditions(text)
  const rows = conditions.length > 0 ? await store.findProductsByWords(db, conditions, maxFound) : []
  const found = [...new Map(rows.map((product) => [product.token, product])).values()]
  const newest = await findNewestKeys(
    db,
    found.map(({ token }) => token),
  )
  // No order has a product any more whose lines were all changed.
  const soldAs = new Map(
    newest.flatMap(({ token, order_key }) => (order_key === null ? [] : [[token, order_key] as const])),
  )
  const number = toNumberToken(text)
  const rank = ({ token, sku }: (typeof found)[number]): number =>
    toNumberToken(sku) === number ? Infinity : (soldAs.get(token) ?? 0)
  const shown = found
    .filter(({ token }) => soldAs.has(token))
    .toSorted((a, b) => (rank(a) === rank(b) ? compareNames(a, b) : rank(b) - rank(a)))
    .slice(0, maxSuggestions)
  const prices = await Promise.all(shown.map((product) => store.findLastPrice(db, product, currency)))
  return {
    currency,
    products: shown.map(({ sku, name }, index) => {
      const price = prices[index]
      return {
        sku,
        name,
        unitPriceMinor: price?.unit_price_minor ?? null,
        // A rate that Kontor derived from the tax of the order was not entered for the item.
        taxRate: price && !price.tax_is_derived ? price.tax_rate : '',
      }
    }),
  }
}

const compareNames = (a: Product, b: Product): number =>
  a.name === b.name ? (a.sku < b.sku ? -1 : 1) : a.name < b.name ? -1 : 1

/** A product needs a word in a range of each: its SKU begins like the text, or it has each word of the text in its name or at the beginning of its SKU. */
function toConditions(text: string): TokenRange[][] {
  const whole = toSkuRange(text)
  const conditions = splitTerms(normalize(text)).flatMap((term) => {
    const skus = [...new Map([...whole, ...toSkuRange(term)].map((range) => [range.from, range])).values()]
    return withWords(term)?.words.map((range) => [...skus, range]) ?? []
  })
  return conditions.slice(0, maxConditions)
}

function toSkuRange(text: string): TokenRange[] {
  const number = toNumberToken(text)
  return number === '#' ? [] : [prefixRange(number)]
}
