/** How much one search may look at. */
export interface SearchLimits {
  /** Tokens of the rarest word up to which a page sorts and counts all its orders; of more it looks for the newest ones. */
  quickTokens: number
  /** Tokens of the rarest word in the two newest parts up to which these parts are looked into first; of more, the newest orders are walked through. */
  sampledTokens: number
  /** Tokens that are read in the newest parts, and words and rows that are looked for in their orders, until a page is full. */
  partTokens: number
  partLookups: number
  /** Tokens of one word that are read. */
  tokens: number
  /** The same for a word alone or with days: more orders than are counted usually have more. */
  singleWordTokens: number
  /** Tokens of all words of which the common orders are read. */
  commonTokens: number
  /** Other words and rows that are checked in the orders of the rarest word. */
  lookups: number
  /** Lookups of other words and of rows while the orders of frequent words are counted. */
  countLookups: number
  /** Orders that are walked through by date. */
  orders: number
  /** Orders of the rest of a filter that are few enough to walk through them rather than through the tokens of a word. */
  rangeOrders: number
  /** Tokens of a word alone that are sorted for each page; of more, those that come first are read. */
  mergedTokens: number
  /** Tokens of a single word that are read to find its first orders when they are not among the newest: the first number takes less time than walking through orders. */
  quicklySortedTokens: number
  sortedTokens: number
}

/**
 * A search takes a few dozen milliseconds at most, however many orders there are: reading a token in its order takes about 0.1 µs, sorting it
 * to compare it with those of another word 0.3 µs, looking for another token or at the row of an order 2 to 4 µs.
 */
export const searchLimits: SearchLimits = {
  quickTokens: 1_000,
  sampledTokens: 4_000,
  partTokens: 60_000,
  partLookups: 2_000,
  tokens: 30_000,
  singleWordTokens: 12_000,
  commonTokens: 80_000,
  lookups: 10_000,
  countLookups: 1_000,
  orders: 5_000,
  rangeOrders: 50_000,
  mergedTokens: 1_000,
  quicklySortedTokens: 25_000,
  sortedTokens: 250_000,
}
