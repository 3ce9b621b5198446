import { normalize } from '#server/list/normalize.ts'
import {
  exactRange,
  isUnspaced,
  prefixRange,
  splitWords,
  toBigrams,
  type TokenRange,
  toNumberToken,
  truncate,
} from '#server/orders/tokens/search-words.ts'

/**
 * Products are indexed in two steps: orders have a token for each product of their lines, and products have the words of their names. There are far fewer products than lines, so
 * words are stored per product and not per order.
 */

/** An SKU with a name. The same SKU with another name is another product. */
export interface Product {
  sku: string
  name: string
}

/** The products that have a word in each of these ranges; as a set of a clause, the orders with such a product. */
export interface ProductRange {
  words: readonly TokenRange[]
}

const maxWords = 100
/** Like `maxClauses` of a search. */
const maxRanges = 12

const productPrefix = ' ~'
/** The tokens of all products. */
export const productTokens: TokenRange = prefixRange(productPrefix)

/** A cache of product tokens by name and SKU, because most lines of an import have one of few products. */
const tokens = new Map<string, Map<string, string>>()
let kept = 0
const maxKept = 20_000

/** The token of a product: 60 bits of a hash, so it is known without a lookup. */
export function toProductToken({ sku, name }: Product): string {
  const known = tokens.get(name)?.get(sku)
  if (known !== undefined) return known
  const key = `${sku.length} ${sku} ${name}`
  const token = productPrefix + Bun.CryptoHasher.hash('sha256', key, 'base64url').slice(0, 10)
  if (kept++ >= maxKept) {
    tokens.clear()
    kept = 1
  }
  tokens.getOrInsertComputed(name, () => new Map()).set(sku, token)
  return token
}

/** The words by which a product is found: the words of its name (for a run without spaces its bigrams and its last character), and its SKU as a number token. */
export function tokenizeProduct({ sku, name }: Product): string[] {
  const words = splitWords(normalize(name)).flatMap((word) =>
    isUnspaced(word) ? [...toBigrams(word), [...word].at(-1) ?? ''] : [truncate(word)],
  )
  const number = toNumberToken(sku)
  return [...new Set([...(number === '#' ? [] : [number]), ...words])].slice(0, maxWords)
}

/** The products whose SKU is in a range of number tokens. */
export const withSku = (range: TokenRange): ProductRange => ({ words: [range] })

/** The products whose names have a word with each word of a normalized text as a prefix; a run without spaces is found by all its bigrams. Undefined for a text without words. */
export function withWords(text: string): ProductRange | undefined {
  const ranges = splitWords(text).flatMap((word) => {
    if (!isUnspaced(word)) return [prefixRange(truncate(word))]
    // Each character but the last is the prefix of a bigram; the last one is a word of its own.
    return [...word].length === 1 ? [prefixRange(word)] : toBigrams(word).map(exactRange)
  })
  const words = [...new Map(ranges.map((range) => [range.from, range])).values()].slice(0, maxRanges)
  return words.length === 0 ? undefined : { words }
}
