import type { Db } from '#server/db/database.ts'
import * as list from '#server/orders/list/list-store.ts'
import { compileOrderFilter } from '#server/orders/list/filter-store.ts'
import { isOnePerOrder, listSingleTokens } from '#server/orders/tokens/filter-tokens.ts'
import { sumRanges } from '#server/orders/list/list-ranges.ts'
import { findOldestTime } from '#server/orders/list/oldest-order-store.ts'
import { narrowToOldest, splitPlaced } from '#server/orders/tokens/placed-span.ts'
import { type SearchLimits, searchLimits } from '#server/orders/list/search-limits.ts'
import * as store from '#server/orders/list/search-store.ts'
import type { TokenFilter } from '#server/orders/tokens/token-filters.ts'
import { intersectPostings, mergePostings, walkRanges, walkPostings } from '#server/orders/list/posting-sources.ts'
import {
  countIntersected,
  countClauses,
  countFurther,
  filterByClauses,
  pickOrderedClause,
  type CountedClause,
} from '#server/orders/list/count-clauses.ts'
import { intersectPacked, type IntersectedOrders } from '#server/orders/list/intersect-packed.ts'
import { findInNewestParts, planParts } from '#server/orders/list/newest-parts.ts'
import type { Clause, Search, TokenSet } from '#server/orders/tokens/search-tokens.ts'
import { singleTokenOf } from '#server/orders/tokens/search-words.ts'
import { listTokenParts } from '#server/orders/tokens/token-parts-store.ts'
import { type SortOrder, sortOrders } from '#server/orders/list/sorted-orders.ts'
import { countLimit, pageSize } from '#shared/constants.ts'
import { type Filter, matchesEveryRow } from '#shared/list/filter.ts'
import { readRanges, noOrders } from '#server/orders/list/range-source.ts'
import type { Count } from '#shared/list/count.ts'

interface SearchOptions {
  /** Undefined by time. */
  order?: SortOrder | undefined
  limits?: SearchLimits
  columnFilters?: TokenFilter['columnFilters']
}

/** What is searched for, and in which orders. */
interface SearchInput extends Pick<store.TokenSelection, 'placed' | 'excluded' | 'where'> {
  db: Db
  search: Search
  selection: list.OrderSelection
}

/**
 * The orders of a selection that match a search. This is the query planner: it estimates cardinalities and starts from the smallest set, either the orders of the selection or the
 * postings of the rarest clause. If both are large, it reads the newest parts of the index or walks through the newest orders: orders that match several frequent clauses are usually among them.
 * `filter` is what orders must match apart from the search; `columnFilters` are the clauses that columns of an order decide as well. docs/search.md has a table of the plans.
 */
export async function searchOrders(
  db: Db,
  search: Search,
  selection: list.OrderSelection,
  filter: Filter,
  options: SearchOptions = {},
): Promise<list.OrderSource> {
  const { order, limits = searchLimits } = options
  const { placed: days, rest } = splitPlaced(filter, selection.timeZone)
  const { excluded = [] } = selection
  const where = matchesEveryRow(rest) ? undefined : compileOrderFilter(rest, selection.timeZone)
  // Orders of some statuses are all rather new: postings of older ones are not read.
  const placed = where ? narrowToOldest(days, await findOldestTime(db, selection.ranges)) : days
  const input: SearchInput = { db, search, selection, placed, excluded, where }
  const intersected = await intersectPacked(db, search)
  if (intersected) return readIntersected(input, intersected, order)
  // As far as it matters for the plan or for the number of matches.
  const toThorough = (some: SearchOptions) => ({ placed, limit: pickCountLimit(input, some) + 1 })
  if (order || !search.some(isTextClause))
    return choosePlan(input, await countClauses(db, search, toThorough(options)), options)
  // The parts are only needed for frequent words, but each statement is a round trip to PostgreSQL.
  const [clauses, parts] = await Promise.all([
    countClauses(db, search, { placed, limit: limits.quickPostings + 1 }),
    listTokenParts(db),
  ])
  const [rarest] = clauses
  if (!rarest || rarest.count === 0) return noOrders
  if (rarest.count <= limits.quickPostings) {
    const isMore = ({ count }: CountedClause): boolean => count > limits.quickPostings
    return choosePlan(
      input,
      clauses.map((clause) => (isMore(clause) ? { ...clause, count: Infinity } : clause)),
      options,
    )
  }
  const plan = await planParts(db, { clauses, parts }, input, limits)
  // The orders of numbers that begin alike may all be old: sorting them takes less time than looking for them among the newest orders.
  const thorough = plan
    ? options
    : { ...options, limits: { ...limits, singleClausePostings: limits.quicklySortedPostings } }
  const thoroughly = async () => choosePlan(input, await countFurther(db, clauses, toThorough(thorough)), thorough)
  if (!plan && !isSingleClause(input)) return thoroughly()
  const uncounted = clauses.map((clause) => ({ ...clause, count: Infinity }))
  const find: list.OrderSource['find'] =
    plan === undefined
      ? async (slice) => (await thoroughly()).find(slice)
      : plan === 'walk'
        ? choosePlan(input, uncounted, options).find
        : findInNewestParts(db, plan, { limits, otherwise: thoroughly })
  return countQuickly(input, { find, clause: rarest, limits, thoroughly })
}

/** The orders of a search that are known, apart from conditions that each of them is checked for. */
function readIntersected(
  { db, placed, excluded, where }: SearchInput,
  { keys, others }: IntersectedOrders,
  order: SortOrder | undefined,
): list.OrderSource {
  if (keys.length === 0) return noOrders
  const selection = { keys, sets: [], others, placed, excluded, where }
  return intersectPostings(db, selection, { order, postingCount: keys.length, isFew: true })
}

/** A source whose quick count is the number of orders on the page, and for a single clause that of its first postings. */
function countQuickly(
  input: SearchInput,
  {
    find,
    clause: { sets },
    limits: { quickPostings },
    thoroughly,
  }: {
    find: list.OrderSource['find']
    clause: CountedClause
    limits: SearchLimits
    thoroughly: () => Promise<list.OrderSource>
  },
): list.OrderSource {
  const { db, placed } = input
  const countPage = async (slice: list.OrderSlice, finding: ReturnType<typeof find>): Promise<Count> => {
    const found = await finding
    const isWhole = !slice.after && !found.stoppedAt && found.rows.length < slice.limit
    return isWhole ? { exact: found.rows.length } : { atLeast: Math.min(found.rows.length, pageSize) }
  }
  let page: { slice: list.OrderSlice; finding: ReturnType<typeof find> } | undefined
  return {
    find: (slice) => (page = { slice, finding: find(slice) }).finding,
    count: async (effort) => {
      if (effort === 'thorough') return (await thoroughly()).count(effort)
      const byTokens = { sets, others: [], placed, excluded: [], where: undefined }
      const most = { maxPostings: 2 * quickPostings, limit: quickPostings }
      // In parallel, because PostgreSQL can count while it reads the page.
      const [count, counted] = await Promise.all([
        page ? countPage(page.slice, page.finding) : { atLeast: 0 },
        isSingleClause(input) ? store.countByTokens(db, byTokens, most) : 0,
      ])
      return 'exact' in count ? count : { atLeast: Math.max(count.atLeast, counted) }
    },
  }
}

/** Whether a search is one clause without any other condition. */
const isSingleClause = ({ search, excluded, where }: SearchInput): boolean =>
  search.length === 1 && !where && excluded.length === 0

/** Whether a clause is a word and not a filter; the tokens of filters begin with a space. */
const isTextClause = (clause: Clause): boolean => clause.some((set) => 'from' in set && !set.from.startsWith(' '))

/** How many postings of the rarest clause may all be read. For a single clause it only matters whether more orders match than are counted. */
const maxPostingsOf = (input: SearchInput, limits: SearchLimits): number =>
  isSingleClause(input) ? Math.min(limits.postings, limits.singleClausePostings) : limits.postings

/** Chooses a plan by the counts of the clauses, the rarest first; a count of Infinity is too large to be counted. */
function choosePlan(input: SearchInput, clauses: readonly CountedClause[], options: SearchOptions): list.OrderSource {
  const { order, limits = searchLimits, columnFilters = new Map() } = options
  const { db, selection, placed, excluded, where } = input
  const [rarest, ...others] = clauses
  if (!rarest || rarest.count === 0) return noOrders
  const known = { ...selection, search: clauses.map(({ sets }) => sets) }
  if (sumRanges(selection.ranges) <= Math.min(rarest.count, limits.walkedOrders))
    return readRanges(db, known, { order })
  const byTokens: store.TokenSelection = {
    sets: rarest.sets,
    others: others.map(({ sets }) => sets),
    placed,
    excluded,
    where,
  }
  const tokens = !store.hasOtherConditions(byTokens) ? listSingleTokens(rarest.sets) : undefined
  // Fewer postings are all read and sorted, also by another column than the time.
  if (tokens && rarest.count > (order ? limits.lookups : limits.collectedPostings)) {
    const counting = { postingCount: rarest.count, timeZone: selection.timeZone }
    return sortOrders(db, mergePostings(db, tokens, byTokens, counting), known, order)
  }
  if (rarest.count <= maxPostingsOf(input, limits)) {
    const intersected = countIntersected(clauses, limits)
    const rare = {
      ...byTokens,
      intersected: byTokens.others.slice(0, intersected),
      others: byTokens.others.slice(intersected),
    }
    const lookups = store.countLookups(rare) + (order ? 1 : 0)
    if (rarest.count * lookups <= limits.lookups) {
      const isFew = rarest.count <= limits.collectedPostings
      return intersectPostings(db, rare, { order, postingCount: rarest.count, isFew })
    }
  }
  const ordered = sumRanges(selection.ranges) > limits.rangeOrders ? pickOrderedClause(clauses, byTokens) : undefined
  const isWhole = rarest.count <= pickCountLimit(input, options)
  const counting = { byTokens, limits, postingCount: rarest.count, isWhole }
  const source = ordered
    ? walkPostings(db, ordered, counting)
    : walkRanges(db, selection, filterByClauses(selection, clauses, columnFilters), counting)
  return sortOrders(db, source, known, order)
}

/** How many postings of each clause are counted: of several days alone only whether they are few, because an order may have several of them and its orders are counted later. */
function pickCountLimit(input: SearchInput, { order, limits = searchLimits }: SearchOptions): number {
  const tokens = isSingleClause(input) ? input.search.map(listSingleTokens) : []
  if (tokens.length === 0 || tokens.includes(undefined)) return Math.max(maxPostingsOf(input, limits), countLimit)
  const areDays = (set: TokenSet): boolean => 'from' in set && singleTokenOf(set) === undefined && !isOnePerOrder(set)
  const isCountedLater = !order && tokens.every((each = []) => each.length > 1) && input.search.flat().every(areDays)
  return isCountedLater ? limits.collectedPostings : Math.max(limits.lookups, countLimit)
}
