import type { Db } from '#server/db/database.ts'
import { readDataVersion } from '#server/db/dialect.ts'

/**
 * Keeps the result of a function that reads only the database, until something is committed to it: between two changes, all staff who open
 * a page share what it reads. The results must not be changed. PostgreSQL has no version of all data, so there each call reads.
 */
export function keptRead<Value>(read: (db: Db) => Promise<Value>): (db: Db) => Promise<Value> {
  const kept = new WeakMap<Db, { version: string; value: Value }>()
  return async (db) => {
    // That of before the read: what is committed meanwhile makes it outdated.
    const version = readDataVersion(db)
    const known = kept.get(db)
    if (version !== undefined && known?.version === version) return known.value
    const value = await read(db)
    if (version !== undefined) kept.set(db, { version, value })
    return value
  }
}
