import {
  exactRange,
  isUnspaced,
  normalize,
  prefixRange,
  splitWords,
  toBigrams,
  type TokenRange,
  toNumberToken,
  truncate,
} from '#server/orders/tokens/search-words.ts'

/**
 * Orders have a token for each product of their lines, and products have the words of their names: there are far fewer products than lines, so
 * a word is stored once and not for every order.
 */

/** What is sold under one SKU and one name; another name of the SKU is another product. */
export interface Product {
  sku: string
  name: string
}

/** Products that have a word in every one of these ranges. */
export interface ProductRange {
  words: readonly TokenRange[]
}

const maxWords = 100
/** Like `maxConditions` of a search. */
const maxRanges = 12

const productPrefix = ' ~'
/** The tokens of all products. */
export const productTokens: TokenRange = prefixRange(productPrefix)

/** Tokens of the last products by name and SKU, because most lines of an import have one of few. */
const tokens = new Map<string, Map<string, string>>()
let kept = 0
const maxKept = 20_000

/** The token of a product: 60 bits of a hash, so that an order needs no lookup to know it. */
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

/** The words by which a product is found: those of its name, the pairs and the last character of a run without spaces, and its SKU as a number. */
export function tokenizeProduct({ sku, name }: Product): string[] {
  const words = splitWords(normalize(name)).flatMap((word) =>
    isUnspaced(word) ? [...toBigrams(word), [...word].at(-1) ?? ''] : [truncate(word)],
  )
  const number = toNumberToken(sku)
  return [...new Set([...(number === '#' ? [] : [number]), ...words])].slice(0, maxWords)
}

/** The products whose SKU is in a range of numbers. */
export const withSku = (range: TokenRange): ProductRange => ({ words: [range] })

/** The products whose names have words that begin like those of a normalized text, of a run without spaces all of it; `undefined` if it has none. */
export function withWords(text: string): ProductRange | undefined {
  const ranges = splitWords(text).flatMap((word) => {
    if (!isUnspaced(word)) return [prefixRange(truncate(word))]
    // The pairs begin with each character but the last, which is a word of its own.
    return [...word].length === 1 ? [prefixRange(word)] : toBigrams(word).map(exactRange)
  })
  const words = [...new Map(ranges.map((range) => [range.from, range])).values()].slice(0, maxRanges)
  return words.length === 0 ? undefined : { words }
}
