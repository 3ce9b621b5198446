/** The rows of one slice: of the keys above `after` and not above `through`, which is null for the last slice. */
export interface Slice<Key> {
  after: Key
  through: Key | null
}

/** Rows in one slice. */
export const sliceSize = 500
