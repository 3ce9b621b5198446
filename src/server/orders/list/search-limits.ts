/**
 * How much one search may read. A posting is a row of `order_tokens`: one token of one order. (The postings of the ledger are something else.) A lookup checks one order
 * for one condition: a clause, an exclusion, or its row in `orders`.
 */
export interface SearchLimits {
  /** Postings of the rarest clause up to which a page reads, sorts and counts all of them; if there are more, it looks for the newest matches. */
  quickPostings: number
  /** Postings of the rarest clause in each of the two newest parts up to which the newest parts are searched first; if one has more, the newest orders are walked through. */
  sampledPostings: number
  /** Postings read in the newest parts until a page is full. */
  partPostings: number
  /** Lookups for the orders found in the newest parts until a page is full. */
  partLookups: number
  /** Postings of one clause that are all read. */
  postings: number
  /** The same for a search of one clause, or one whose only other condition is days: if there are more, more orders match than are counted, as a rule. */
  singleClausePostings: number
  /** Postings of all clauses together up to which they are read and intersected. */
  intersectedPostings: number
  /** Lookups of the other clauses and conditions for the orders of the rarest clause. */
  lookups: number
  /** Lookups while the matches of frequent clauses are counted. */
  countLookups: number
  /** Orders that are walked through by date. */
  walkedOrders: number
  /** If the index ranges of a selection hold at most this many orders, its orders are walked through, and not the posting lists of a clause. */
  rangeOrders: number
  /** Postings of a single clause that are all sorted for each page; if there are more, its posting lists are merged and only the first orders are read. */
  collectedPostings: number
  /** Postings of a single clause that are sorted when a page is not full after the newest orders, because that takes less time than walking on. */
  quicklySortedPostings: number
  /** The same when the walk has reached its limit. */
  sortedPostings: number
}

/**
 * A search takes a few dozen milliseconds at most, however many orders there are. Reading a posting in index order takes about 0.1 µs, sorting it for an
 * intersection 0.3 µs, a lookup 2 to 4 µs.
 */
export const searchLimits: SearchLimits = {
  quickPostings: 1_000,
  sampledPostings: 2_000,
  partPostings: 60_000,
  partLookups: 2_000,
  postings: 30_000,
  singleClausePostings: 12_000,
  intersectedPostings: 80_000,
  lookups: 10_000,
  countLookups: 1_000,
  walkedOrders: 5_000,
  rangeOrders: 50_000,
  collectedPostings: 1_000,
  quicklySortedPostings: 25_000,
  sortedPostings: 250_000,
}
