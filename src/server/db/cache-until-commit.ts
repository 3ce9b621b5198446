import type { Db } from '#server/db/database.ts'
import { readDataVersion } from '#server/db/dialect.ts'

/**
 * Caches the result of a function that reads only the database, until something is committed to it: between two changes, all staff who open
 * a page share the result. Do not modify it. PostgreSQL has no version of all data, so there nothing is cached.
 */
export function cacheUntilCommit<Value>(read: (db: Db) => Promise<Value>): (db: Db) => Promise<Value> {
  const kept = new WeakMap<Db, { version: string; value: Value }>()
  return async (db) => {
    // Take the version before the read: a commit during the read makes the result outdated.
    const version = readDataVersion(db)
    const known = kept.get(db)
    if (version !== undefined && known?.version === version) return known.value
    const value = await read(db)
    if (version !== undefined) kept.set(db, { version, value })
    return value
  }
}
