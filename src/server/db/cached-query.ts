import type { Db } from '#server/db/database.ts'
import { asLookup } from '#server/db/lookup.ts'
import { CompiledQuery } from 'kysely'

/** A compiled query, run with other parameters than those it was built with, in the same order. */
export type CachedQuery<Row> = (db: Db, parameters?: readonly unknown[]) => Promise<Row[]>

/** Compiles a frequent query once per dialect, because building it with Kysely can take longer than running it. */
export const cachedQuery = <Row>(build: (db: Db) => CompiledQuery<Row>): CachedQuery<Row> => cached(build, false)

/**
 * The same for a query that is best run the same way whatever its parameters are, such as one for rows by their key: PostgreSQL then plans
 * it once for each connection, which takes it longer than running such a query.
 */
export const cachedLookup = <Row>(build: (db: Db) => CompiledQuery<Row>): CachedQuery<Row> => cached(build, true)

function cached<Row>(build: (db: Db) => CompiledQuery<Row>, isLookup: boolean): CachedQuery<Row> {
  const cache = new WeakMap<object, CompiledQuery<Row>>()
  return async (db, parameters) => {
    const executor = db.getExecutor()
    const query = cache.getOrInsertComputed(executor.adapter.constructor, () => {
      const compiled = withoutTree(build(db))
      return isLookup ? asLookup(compiled) : compiled
    })
    return (await executor.executeQuery(parameters ? { ...query, parameters } : query)).rows
  }
}

/** Drops Kysely's syntax tree, which takes more memory than anything else of a statement that inserts many rows. */
const withoutTree = <Row>({ sql, parameters, ...marked }: CompiledQuery<Row>): CompiledQuery<Row> =>
  ({ ...marked, ...CompiledQuery.raw(sql, [...parameters]) }) as CompiledQuery<Row>
