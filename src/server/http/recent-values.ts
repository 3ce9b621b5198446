/** A map that forgets what was used least recently when it has more than `maxEntries`. */
export interface RecentValues<Value> {
  getOrInsertComputed(key: string, compute: () => Value): Value
}

/** Creates one. Computed values must not be undefined. */
export function createRecentValues<Value>(maxEntries: number): RecentValues<Value> {
  const entries = new Map<string, Value>()
  return {
    getOrInsertComputed: (key, compute) => {
      const value = entries.get(key) ?? compute()
      // The order of a map is that of insertion.
      entries.delete(key)
      entries.set(key, value)
      const oldest = entries.size > maxEntries ? entries.keys().next().value : undefined
      if (oldest !== undefined) entries.delete(oldest)
      return value
    },
  }
}
