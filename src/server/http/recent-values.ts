/** A cache that drops entries that were not used for a while. */
export interface RecentValues<Value> {
  getOrInsertComputed(key: string, compute: () => Value): Value
}

/** Creates one that holds at most `maxEntries`, of which the half that was used last stays. Computed values must not be undefined. */
export function createRecentValues<Value>(maxEntries: number): RecentValues<Value> {
  // Two halves instead of an order of use, because a lookup then changes nothing.
  let recent = new Map<string, Value>()
  let older = new Map<string, Value>()
  return {
    getOrInsertComputed: (key, compute) => {
      const known = recent.get(key)
      if (known !== undefined) return known
      const value = older.get(key) ?? compute()
      if (recent.size >= maxEntries / 2) [older, recent] = [recent, new Map()]
      recent.set(key, value)
      return value
    },
  }
}
