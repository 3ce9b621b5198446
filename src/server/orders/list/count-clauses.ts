import type { Db } from '#server/db/database.ts'
import { listSingleTokens } from '#server/orders/tokens/filter-tokens.ts'
import type { OrderSelection } from '#server/orders/list/list-store.ts'
import type { SearchLimits } from '#server/orders/list/search-limits.ts'
import type { TokenSelection } from '#server/orders/list/search-store.ts'
import { countPostings } from '#server/orders/tokens/token-sets-store.ts'
import type { Clause, Search, TokenSet } from '#server/orders/tokens/search-tokens.ts'
import type { TokenFilter } from '#server/orders/tokens/token-filters.ts'
import type { SingleTokenSelection } from '#server/orders/list/token-order-store.ts'

/** A clause of a search with its cardinality. */
export interface CountedClause {
  clause: Clause
  /** Those of its sets that have postings, the largest first. */
  sets: TokenSet[]
  /** How many postings these sets have together, counted up to a limit. */
  count: number
}

/** Counts the postings of each clause of a search; the rarest clause comes first. */
export async function countClauses(
  db: Db,
  search: Search,
  options: Parameters<typeof countPostings>[2],
): Promise<CountedClause[]> {
  const counted = await countPostings(db, search, options)
  const clauses = counted.map((sets, index) => {
    const used = sets.filter(({ count }) => count > 0).toSorted((a, b) => b.count - a.count)
    return {
      clause: search[index] ?? [],
      sets: used.map(({ set }) => set),
      count: used.reduce((sum, { count }) => sum + count, 0),
    }
  })
  return clauses.toSorted((a, b) => a.count - b.count)
}

/** Counts clauses again that were counted up to a lower limit: what had no postings then has none. */
export async function countFurther(
  db: Db,
  clauses: readonly CountedClause[],
  options: Parameters<typeof countPostings>[2],
): Promise<CountedClause[]> {
  const counted = await countClauses(
    db,
    clauses.map(({ sets }) => sets),
    { ...options, areUsed: true },
  )
  const clauseOf = new Map(clauses.map(({ clause, sets }) => [sets, clause]))
  return counted.map((each) => ({ ...each, clause: clauseOf.get(each.clause) ?? each.clause }))
}

/** The selection with the clauses as conditions of each order: on columns of the order where these decide a clause, otherwise on its tokens. */
export function filterByClauses(
  { ranges, ...selection }: OrderSelection,
  clauses: readonly CountedClause[],
  columnFilters: TokenFilter['columnFilters'],
): OrderSelection {
  const filters = clauses.flatMap(({ clause }) => columnFilters.get(clause) ?? [])
  return {
    ...selection,
    ranges: ranges.map((range) => ({ ...range, filter: { op: 'and', filters: [range.filter, ...filters] } })),
    search: clauses.filter(({ clause }) => !columnFilters.has(clause)).map(({ sets }) => sets),
  }
}

/** How many clauses after the rarest one have so few postings that all of them are read and intersected with those of the rarest one. */
export function countIntersected(
  clauses: readonly CountedClause[],
  { postings, intersectedPostings }: SearchLimits,
): number {
  let sum = 0
  const end = clauses.findIndex(({ count }) => (sum += count) > intersectedPostings || count > postings)
  return Math.max(0, (end === -1 ? clauses.length : end) - 1)
}

/** A clause whose posting lists can be merged in the order of the list, if there is one. One with many tokens, such as days, comes first, because its orders are far from each other. */
export function pickOrderedClause(
  clauses: readonly CountedClause[],
  { placed, excluded, where }: TokenSelection,
): SingleTokenSelection | undefined {
  const candidates = clauses.flatMap((clause) => {
    const tokens = listSingleTokens(clause.sets)
    const others = clauses.filter((each) => each !== clause).map(({ sets }) => sets)
    return tokens ? [{ tokens, others, placed, excluded, where }] : []
  })
  return candidates.toSorted((a, b) => b.tokens.length - a.tokens.length)[0]
}
