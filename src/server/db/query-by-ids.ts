import { cachedLookup, type CachedQuery } from '#server/db/cached-query.ts'
import type { Db } from '#server/db/database.ts'
import type { CompiledQuery } from 'kysely'

/** The most ids that one statement looks up. */
const idsPerStatement = 256

/** Runs a query for each part of the ids, and joins the rows. */
export async function queryByIds<Row>(
  ids: readonly string[],
  query: (ids: readonly string[]) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = []
  for (let start = 0; start < ids.length; start += idsPerStatement)
    rows.push(...(await query(ids.slice(start, start + idsPerStatement))))
  return rows
}

/**
 * A frequent query by ids, compiled once for each number of ids that is a power of two: the ids are filled up with repetitions, so that a
 * few statements serve any number of them. `others` are the values of the parameters that come before the ids.
 */
export function cachedQueryByIds<Row>(
  build: (db: Db, ids: readonly string[]) => CompiledQuery<Row>,
): (db: Db, ids: readonly string[], others?: readonly unknown[]) => Promise<Row[]> {
  const queries = new Map<number, CachedQuery<Row>>()
  return (db, ids, others = []) =>
    queryByIds(ids, (part) => {
      const size = 2 ** Math.ceil(Math.log2(part.length))
      const padded = [...part, ...Array<string>(size - part.length).fill(part[0] ?? '')]
      return queries.getOrInsertComputed(size, () => cachedLookup((any) => build(any, padded)))(db, [
        ...others,
        ...padded,
      ])
    })
}
