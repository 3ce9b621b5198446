import type { Db } from '#server/db/database.ts'
import type { CompiledQuery } from 'kysely'

/**
 * Compiles a frequent query once per `Db`, because building it with Kysely would take longer than running it. `parameters`
 * replace those it was compiled with, in order.
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
