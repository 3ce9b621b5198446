/** The rows of one slice: of the keys above `after` and not above `through`, which is null for the last slice. */
export interface Slice<Key> {
  after: Key
  through: Key | null
}

/** Rows in one slice. */
export const sliceSize = 500

/** Lets others work between two slices: SQLite answers synchronously. */
export const yieldToEventLoop = (): Promise<void> => Bun.sleep(0)
