/** A value that a row is compared with. Days are `YYYY-MM-DD`. */
export type FilterValue = string | number

/** One condition on one field of a list. `matches` searches for words; days compare by the calendar. */
export type Comparison =
  | { op: 'in'; field: string; values: readonly FilterValue[] }
  | { op: '<' | '<=' | '>' | '>='; field: string; value: FilterValue }
  | { op: 'matches'; field: string; text: string }

/**
 * Which rows of a list: a small syntax tree, made from the query of a URL and compiled to SQL by the server.
 * An empty `and` matches every row, an empty `or` none.
 */
export type Filter =
  | Comparison
  | { op: 'and'; filters: readonly Filter[] }
  | { op: 'or'; filters: readonly Filter[] }
  | { op: 'not'; filter: Filter }

/** Whether two filters are equal, ignoring the order and the repetition of conditions and values. */
export const isSameFilter = (one: Filter, other: Filter): boolean =>
  JSON.stringify(normalizeFilter(one)) === JSON.stringify(normalizeFilter(other))

/** The comparisons of a filter, wherever they are nested. */
export function listComparisons(filter: Filter): Comparison[] {
  if (filter.op === 'and' || filter.op === 'or') return filter.filters.flatMap(listComparisons)
  return filter.op === 'not' ? listComparisons(filter.filter) : [filter]
}

/** The conditions that a filter asks for all together. */
export const listConditions = (filter: Filter): Filter[] =>
  filter.op === 'and' ? filter.filters.flatMap(listConditions) : [filter]

/** One spelling for filters that differ only in nesting, order or repetition. */
function normalizeFilter(filter: Filter): Filter {
  if (filter.op === 'in') return { op: 'in', field: filter.field, values: [...new Set(filter.values)].toSorted() }
  if (filter.op === 'matches') return { op: 'matches', field: filter.field, text: filter.text }
  if (filter.op === 'not') {
    const inner = normalizeFilter(filter.filter)
    return inner.op === 'not' ? inner.filter : { op: 'not', filter: inner }
  }
  if (filter.op !== 'and' && filter.op !== 'or') return { op: filter.op, field: filter.field, value: filter.value }
  const { op } = filter
  const parts = filter.filters.map(normalizeFilter).flatMap((part) => (part.op === op ? part.filters : [part]))
  const unique = new Map(parts.map((part) => [JSON.stringify(part), part]))
  const filters = [...unique.keys()].toSorted().flatMap((key) => unique.get(key) ?? [])
  return filters.length === 1 && filters[0] ? filters[0] : { op, filters }
}

/** Matches every row. */
export const everyRow: Filter = { op: 'and', filters: [] }
/** Matches no row. */
const noRow: Filter = { op: 'or', filters: [] }
export const matchesEveryRow = (filter: Filter): boolean => filter.op === 'and' && filter.filters.length === 0
export const matchesNoRow = (filter: Filter): boolean => filter.op === 'or' && filter.filters.length === 0

/** Simplifies a filter for rows for which some comparisons are known: those for which `decide` returns a boolean. */
export function reduceFilter(filter: Filter, decide: (comparison: Comparison) => boolean | undefined): Filter {
  if (filter.op === 'not') {
    const inner = reduceFilter(filter.filter, decide)
    if (matchesEveryRow(inner)) return noRow
    return matchesNoRow(inner) ? everyRow : { op: 'not', filter: inner }
  }
  if (filter.op === 'and') {
    const filters = filter.filters.map((part) => reduceFilter(part, decide)).filter((part) => !matchesEveryRow(part))
    return filters.some(matchesNoRow) ? noRow : { op: 'and', filters }
  }
  if (filter.op === 'or') {
    const filters = filter.filters.map((part) => reduceFilter(part, decide)).filter((part) => !matchesNoRow(part))
    return filters.some(matchesEveryRow) ? everyRow : { op: 'or', filters }
  }
  const known = decide(filter)
  if (known === undefined) return filter
  return known ? everyRow : noRow
}

/** Decides each comparison of a filter for one row. */
export type Matcher = (comparison: Comparison) => boolean

/** Whether a row matches, for lists that are short enough to be filtered in memory. */
export function matchesFilter(filter: Filter, matches: Matcher): boolean {
  if (filter.op === 'and') return filter.filters.every((part) => matchesFilter(part, matches))
  if (filter.op === 'or') return filter.filters.some((part) => matchesFilter(part, matches))
  return filter.op === 'not' ? !matchesFilter(filter.filter, matches) : matches(filter)
}
