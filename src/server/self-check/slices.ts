/** The rows of one slice: of the keys above `after` and not above `through`; null is no limit. */
export interface Slice<Key> {
  after: Key | null
  through: Key | null
}

/** Rows in one slice: its checks take some 10 ms, then other requests have their turn. With 500, two threads need 75 MB more. */
export const sliceSize = 200
