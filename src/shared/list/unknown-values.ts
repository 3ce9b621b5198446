import type { SearchError } from '#shared/list/query-errors.ts'
import type { FieldError, ProblemParameters } from '#shared/problem.ts'

/** A filter value that matches nothing known, such as a name that no person has: the id of its filter, and whether it is excluded. */
export interface UnknownValue {
  filter: string
  value: string
  isExcluded: boolean
}

/** The error of an unknown filter value, at its parameter of the query. */
export const unknownValue = (
  reason: string,
  { filter, value, isExcluded }: UnknownValue,
  parameters: ProblemParameters = {},
): FieldError => ({
  in: 'query',
  pointer: isExcluded ? '/not' : `/${filter}`,
  reason,
  parameters: { ...parameters, filter, value },
})

/** The value that an error of `unknownValue` is about; undefined for other errors. */
export function findUnknownValue({ pointer, parameters }: FieldError): UnknownValue | undefined {
  if (parameters?.['filter'] === undefined) return undefined
  return { filter: String(parameters['filter']), value: String(parameters['value']), isExcluded: pointer === '/not' }
}

/** A value as a parameter of the query has it. */
export const toParameter = ({ filter, value, isExcluded }: UnknownValue): [name: string, value: string] =>
  isExcluded ? ['not', `${filter}:${value}`] : [filter, value]

/** The query as its page shows it: values that mean nothing are in the search box, where they can be corrected. */
export function showTyped<Query extends Readonly<Record<string, unknown>>>(
  query: Query,
  error: SearchError | null,
): Query {
  if (!error || error.unknown.length === 0) return query
  const shown: Record<string, unknown> = { ...query, q: error.text }
  for (const [name, value] of error.unknown.map(toParameter)) {
    const values = shown[name]
    shown[name] = Array.isArray(values) ? values.filter((each) => each !== value) : undefined
  }
  return shown as Query
}
