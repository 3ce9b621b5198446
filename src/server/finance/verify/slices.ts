/** The rows of one slice: of the keys above `after` and not above `through`; null is no limit. */
export interface Slice<Key> {
  after: Key | null
  through: Key | null
}

/** Rows in one slice: its checks take some 20 ms, then other requests have their turn. */
export const sliceSize = 500
