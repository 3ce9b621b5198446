import type { Db } from '#server/db/database.ts'
import type { CompiledQuery } from 'kysely'

/**
 * A query that is asked so often that building it anew would cost more than asking it: built once for each reader. `parameters` replace
 * those it was built with, in their order.
 */
export function cachedQuery<Row>(
  build: (db: Db) => CompiledQuery<Row>,
): (db: Db, parameters?: readonly unknown[]) => Promise<Row[]> {
  const cache = new WeakMap<Db, CompiledQuery<Row>>()
  return async (db, parameters) => {
    const query = cache.get(db) ?? build(db)
    cache.set(db, query)
    return (await db.executeQuery<Row>(parameters ? { ...query, parameters } : query)).rows
  }
}
