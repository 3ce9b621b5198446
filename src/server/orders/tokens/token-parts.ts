import type { OrderTokensTable } from '#server/db/schema/orders.ts'
import { singleTokenOf, type TokenRange } from '#server/orders/tokens/search-words.ts'

/**
 * The inverted index `order_tokens` is partitioned: a part has the postings of orders that came in one after the other. New postings are written to the pages of the newest
 * part alone, however many orders there are, and a search looks into every part. The shared part has the postings of all orders for tokens that are read in the order of the
 * list, or whose neighbors in the index come in together anyway: tokens that begin with a space, and longer numbers.
 */
export const sharedPart = 0

/** Characters of the shortest number in the shared part, without its `#`. */
const minSharedNumber = 6

/** Whether the postings of a token are in the shared part. */
export const isShared = (token: string): boolean =>
  token.startsWith(' ') || (token.startsWith('#') && token.length > minSharedNumber)

/** Where the postings of a range are: in the shared part, in the other parts, or in both. */
export type TokenPlace = 'shared' | 'parts' | 'all'

/** Where the postings of a range are. A prefix of numbers has short numbers, which are in parts, and longer ones, which are shared. */
export function placeOf(range: TokenRange): TokenPlace {
  if (isShared(range.from)) return 'shared'
  return range.from.startsWith('#') && singleTokenOf(range) === undefined ? 'all' : 'parts'
}

/** The postings of an order: a row for each token. `tokenPart` is the part that the order is in. */
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
