import { isSqlite } from '#server/db/dialect.ts'
import { endOfBound, startOfBound } from '#shared/list/day-bounds.ts'
import type { Comparison, Filter } from '#shared/list/filter.ts'
import type {
  ComparisonOperatorExpression,
  Expression,
  ExpressionBuilder,
  Kysely,
  ReferenceExpression,
  SelectQueryBuilder,
  SqlBool,
  StringReference,
} from 'kysely'

/** The SQL condition for a comparison on one field of a list. */
export type FieldCompiler<DB, TB extends keyof DB> = (
  eb: ExpressionBuilder<DB, TB>,
  comparison: Comparison,
) => Expression<SqlBool>

/** A compiler for every field of a list; optional for fields named after their column. */
export type FieldCompilers<Id extends string, DB, TB extends keyof DB> = {
  [Key in Exclude<Id, StringReference<DB, TB>>]: FieldCompiler<DB, TB>
} & { [Key in Extract<Id, StringReference<DB, TB>>]?: FieldCompiler<DB, TB> }

/** A filter as a `where` condition. */
export function compileFilter<DB, TB extends keyof DB>(
  filter: Filter,
  fields: { readonly [id: string]: FieldCompiler<DB, TB> | undefined },
): (eb: ExpressionBuilder<DB, TB>) => Expression<SqlBool> {
  const compile = (eb: ExpressionBuilder<DB, TB>, part: Filter): Expression<SqlBool> => {
    if (part.op === 'and') return eb.and(part.filters.map((each) => compile(eb, each)))
    if (part.op === 'or') return eb.or(part.filters.map((each) => compile(eb, each)))
    if (part.op === 'not') return eb.not(compile(eb, part.filter))
    const compiler = fields[part.field] ?? compareColumn<DB, TB>(part.field as StringReference<DB, TB>)
    return compiler(eb, part)
  }
  return (eb) => compile(eb, filter)
}

/** Compares a column with the values, or with the results of `convert`. */
export const compareColumn =
  <DB, TB extends keyof DB>(column: ReferenceExpression<DB, TB>): FieldCompiler<DB, TB> =>
  (eb, comparison) => {
    if (comparison.op === 'matches') throw new Error(`${comparison.field} cannot be searched`)
    const value = comparison.op === 'in' ? comparison.values : comparison.value
    return eb(column, comparison.op satisfies ComparisonOperatorExpression, value as never)
  }

/** Compares a column of epoch milliseconds with days, or minutes of them, in a time zone. */
export const compareDays =
  <DB, TB extends keyof DB>(column: ReferenceExpression<DB, TB>, timeZone: string): FieldCompiler<DB, TB> =>
  (eb, comparison) => {
    if (comparison.op === 'matches' || comparison.op === 'in') throw new Error(`${comparison.field} is a range of days`)
    const bound = String(comparison.value)
    if (comparison.op === '>=' || comparison.op === '<')
      return eb(column, comparison.op, startOfBound(bound, timeZone) as never)
    return eb(column, comparison.op === '>' ? '>=' : '<', endOfBound(bound, timeZone) as never)
  }

/** Only the rows after the row with the key `after`, in a list that is ordered by the key. */
export function startAfterKey<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  columns: readonly StringReference<DB, TB>[],
  direction: 'asc' | 'desc',
  after: readonly (string | number)[] | undefined,
): SelectQueryBuilder<DB, TB, Row> {
  return after ? query.where(compareKey(columns, direction === 'asc' ? '>' : '<', after)) : query
}

/** Only the rows up to the one with the key `until`. */
export const endAtKey = <DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  columns: readonly StringReference<DB, TB>[],
  direction: 'asc' | 'desc',
  until: readonly (string | number)[],
): SelectQueryBuilder<DB, TB, Row> => query.where(compareKey(columns, direction === 'asc' ? '<=' : '>=', until))

const compareKey =
  <DB, TB extends keyof DB>(
    columns: readonly StringReference<DB, TB>[],
    operator: '<' | '<=' | '>' | '>=',
    key: readonly (string | number)[],
  ) =>
  (eb: ExpressionBuilder<DB, TB>): Expression<SqlBool> => {
    const tuple = eb.refTuple as unknown as (...refs: readonly string[]) => never
    const values = eb.tuple as unknown as (...values: readonly unknown[]) => never
    return eb(tuple(...columns), operator, values(...key))
  }

/** The rows of several queries of the same columns, one after the other; undefined without queries. */
export function concatRanges<DB, TB extends keyof DB, Row>(
  ranges: readonly SelectQueryBuilder<DB, TB, Row>[],
): SelectQueryBuilder<DB, TB, Row> | undefined {
  const [first, ...others] = ranges
  return first && others.reduce((united, other) => united.unionAll(other), first)
}

/**
 * The first `limit` rows of several ranges of an index, in the order of these columns; undefined without ranges. SQLite merges the ranges and stops
 * after these rows, but not if each has a limit. PostgreSQL only reads the beginning of ranges that have one.
 */
export function mergeRanges<Tables, DB extends Tables, TB extends keyof DB, Row>(
  db: Kysely<Tables>,
  ranges: readonly SelectQueryBuilder<DB, TB, Row>[],
  columns: readonly (keyof Row & string)[],
  { direction, limit }: { direction: 'asc' | 'desc'; limit: number },
): SelectQueryBuilder<DB, TB, Row> | undefined {
  const sort = (query: SelectQueryBuilder<DB, TB, Row>) =>
    columns.reduce((sorted, column) => sorted.orderBy(column as never, direction), query).limit(limit)
  const merged = concatRanges(
    ranges.length === 1 || isSqlite(db) ? ranges : ranges.map((range) => asRange(db, sort(range))),
  )
  return merged && sort(merged)
}

/** A query with its own order and limit as one of several ranges. */
export const asRange = <Tables, DB extends Tables, TB extends keyof DB, Row>(
  db: Kysely<Tables>,
  query: SelectQueryBuilder<DB, TB, Row>,
): SelectQueryBuilder<DB, TB, Row> =>
  db.selectFrom(query.as('range')).selectAll() as unknown as SelectQueryBuilder<DB, TB, Row>
