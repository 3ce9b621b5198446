import type { Reader } from '#server/db/database.ts'
import type { CompiledQuery } from 'kysely'

/**
 * A query that is asked so often that building it anew would cost more than asking it: built once for each reader. `parameters` replace
 * those it was built with, in their order.
 */
export function builtOnce<Row>(
  build: (reader: Reader) => CompiledQuery<Row>,
): (reader: Reader, parameters?: readonly unknown[]) => Promise<Row[]> {
  const built = new WeakMap<Reader, CompiledQuery<Row>>()
  return async (reader, parameters) => {
    const query = built.get(reader) ?? build(reader)
    built.set(reader, query)
    return (await reader.executeQuery<Row>(parameters ? { ...query, parameters } : query)).rows
  }
}
