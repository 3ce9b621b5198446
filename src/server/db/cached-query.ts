import type { Db } from '#server/db/database.ts'
import { CompiledQuery } from 'kysely'

/** A compiled query, run with other parameters than those it was built with, in the same order. */
export type CachedQuery<Row> = (db: Db, parameters?: readonly unknown[]) => Promise<Row[]>

/** Compiles a frequent query once per dialect, because building it with Kysely can take longer than running it. */
export function cachedQuery<Row>(build: (db: Db) => CompiledQuery<Row>): CachedQuery<Row> {
  const cache = new WeakMap<object, CompiledQuery<Row>>()
  return async (db, parameters) => {
    const executor = db.getExecutor()
    const query = cache.getOrInsertComputed(executor.adapter.constructor, () => withoutTree(build(db)))
    return (await executor.executeQuery(parameters ? { ...query, parameters } : query)).rows
  }
}

/** Drops Kysely's syntax tree, which takes more memory than anything else of a statement that inserts many rows. */
const withoutTree = <Row>({ sql, parameters }: CompiledQuery<Row>): CompiledQuery<Row> =>
  CompiledQuery.raw(sql, [...parameters]) as CompiledQuery<Row>
