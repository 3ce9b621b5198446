import { isShared, sharedPart, type TokenPlace } from '#server/orders/tokens/token-parts-query.ts'
import type { OrderTokensTable } from '#server/db/schema/orders.ts'
import { singleTokenOf, type TokenRange } from '#server/orders/tokens/search-words.ts'

/** Where the tokens of a range are. */
export function placeOf(range: TokenRange): TokenPlace {
  if (isShared(range.from)) return 'shared'
  return range.from.startsWith('#') && singleTokenOf(range) === undefined ? 'all' : 'parts'
}

/** The rows of tokens of an order; `tokenPart` is the part that it is in. */
export const toTokenRows = (
  { key, placed_at }: { key: number; placed_at: number },
  tokens: readonly string[],
  tokenPart: number,
): OrderTokensTable[] =>
  tokens.map((token) => ({
    part: isShared(token) ? sharedPart : tokenPart,
    token,
    placed_at,
    order_key: key,
  }))
