import type { Db } from '#server/db/database.ts'
import type { Compilable, CompiledQuery } from 'kysely'

const lookup = Symbol('lookup')

/** Marks a query that needs no plan for its own parameters. Copies with other parameters are marked, too. */
export const asLookup = <Row>(query: CompiledQuery<Row>): CompiledQuery<Row> =>
  ({ ...query, [lookup]: true }) as CompiledQuery<Row>

/**
 * Runs a query that is best run the same way whatever its values are, such as one for rows by their key or for the first rows of a range of an index:
 * PostgreSQL plans it once for each connection.
 */
export const runLookup = async <Row>(db: Db, query: Compilable<Row>): Promise<Row[]> =>
  (await db.executeQuery(asLookup(query.compile()))).rows

/** Runs a query, as a lookup if it is one. */
export const runQuery = <Row>(
  db: Db,
  query: Compilable<Row> & { execute: () => Promise<Row[]> },
  isOneLookup: boolean,
): Promise<Row[]> => (isOneLookup ? runLookup(db, query) : query.execute())

export const isLookup = (query: CompiledQuery): boolean => lookup in query
