import type { CompiledQuery } from 'kysely'

const lookup = Symbol('lookup')

/** Marks a query that needs no plan for its own parameters. Copies with other parameters are marked, too. */
export const asLookup = <Row>(query: CompiledQuery<Row>): CompiledQuery<Row> =>
  ({ ...query, [lookup]: true }) as CompiledQuery<Row>

export const isLookup = (query: CompiledQuery): boolean => lookup in query
