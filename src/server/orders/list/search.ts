import type { Db } from '#server/db/database.ts'
import * as list from '#server/orders/list/list-store.ts'
import { compileOrderFilter } from '#server/orders/list/filter-store.ts'
import { hasOneAtMost, listSingleTokens } from '#server/orders/tokens/filter-tokens.ts'
import { sumRanges } from '#server/orders/list/list-ranges.ts'
import { splitPlaced } from '#server/orders/tokens/placed-span.ts'
import { type SearchLimits, searchLimits } from '#server/orders/list/search-limits.ts'
import * as store from '#server/orders/list/search-store.ts'
import type { TokenFilter } from '#server/orders/tokens/token-filters.ts'
import { countLookups, findByTokens, listTokens, walkOrders, walkTokens } from '#server/orders/list/token-sources.ts'
import {
  countCommonWords,
  countWords,
  filterByColumns,
  pickOrdered,
  type Word,
} from '#server/orders/list/count-words.ts'
import { findInNewestParts, planParts } from '#server/orders/list/newest-parts.ts'
import type { Search, TokenSet } from '#server/orders/tokens/search-tokens.ts'
import { singleTokenOf } from '#server/orders/tokens/search-words.ts'
import { type SortOrder, sortOrders } from '#server/orders/list/sorted-orders.ts'
import { countLimit, pageSize } from '#shared/constants.ts'
import { type Filter, matchesEveryRow } from '#shared/list/filter.ts'
import { listedOrders, noOrders } from '#server/orders/list/listed-orders.ts'
import type { Count } from '#shared/list/count.ts'

interface SearchOptions {
  order?: SortOrder | undefined
  limits?: SearchLimits
  columns?: TokenFilter['columns']
}

/**
 * The orders of a selection that have the tokens of a search. It starts from what is fewest: the orders of the selection, or the tokens of one word.
 * Where both are many it walks through the orders by date: of words that are frequent each by itself the newest orders usually have
 * them all. `filter` is what orders must match apart from the search, `columns` what columns of an order say as well as a word of it.
 */
export async function searchOrders(
  db: Db,
  search: Search,
  selection: list.OrderSelection,
  filter: Filter,
  options: SearchOptions = {},
): Promise<list.OrderSource> {
  const { order, limits = searchLimits } = options
  const { placed, rest } = splitPlaced(filter, selection.timeZone)
  const { excluded = [] } = selection
  const where = matchesEveryRow(rest) ? undefined : compileOrderFilter(rest, selection.timeZone)
  const asked: Asked = { db, search, selection, placed, excluded, where }
  if (order || !search.some(isOfText)) return searchThoroughly(asked, options)
  const words = await countWords(db, search, { placed, limit: limits.quickTokens + 1 })
  const [rarest] = words
  if (!rarest || rarest.count === 0) return noOrders
  if (rarest.count <= limits.quickTokens) {
    const isMore = ({ count }: Word): boolean => count > limits.quickTokens
    return searchWords(
      asked,
      words.map((word) => (isMore(word) ? { ...word, count: Infinity } : word)),
      options,
    )
  }
  const plan = await planParts(db, words, asked, limits)
  const thoroughly = () => searchThoroughly(asked, options)
  if (!plan && !isAlone(asked)) return thoroughly()
  const endless = words.map((word) => ({ ...word, count: Infinity }))
  const find: list.OrderSource['find'] =
    plan === undefined
      ? async (slice) => (await thoroughly()).find(slice)
      : plan === 'walk'
        ? searchWords(asked, endless, options).find
        : findInNewestParts(db, plan, { limits, otherwise: thoroughly })
  return countQuickly(asked, { find, word: rarest, limits, thoroughly })
}

/** Counts the orders of a page, and of a word alone the first ones. */
function countQuickly(
  asked: Asked,
  {
    find,
    word: { ranges },
    limits: { quickTokens },
    thoroughly,
  }: { find: list.OrderSource['find']; word: Word; limits: SearchLimits; thoroughly: () => Promise<list.OrderSource> },
): list.OrderSource {
  const { db, placed } = asked
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
      const count = page ? await countPage(page.slice, page.finding) : { atLeast: 0 }
      if ('exact' in count || !isAlone(asked)) return count
      const byTokens = { ranges, others: [], placed, excluded: [], where: undefined }
      const counted = await store.countByTokens(db, byTokens, { maxTokens: 2 * quickTokens, limit: quickTokens })
      return { atLeast: Math.max(count.atLeast, counted) }
    },
  }
}

/** What is searched for, in which orders. */
interface Asked extends Pick<store.TokenSelection, 'placed' | 'excluded' | 'where'> {
  db: Db
  search: Search
  selection: list.OrderSelection
}

/** Counts the tokens of all words as far as it matters for a search, or for how many orders it finds. */
async function searchThoroughly(asked: Asked, options: SearchOptions): Promise<list.OrderSource> {
  const { db, search, placed } = asked
  return searchWords(asked, await countWords(db, search, { placed, limit: countedTokens(asked, options) + 1 }), options)
}

const isAlone = ({ search, excluded, where }: Asked): boolean => search.length === 1 && !where && excluded.length === 0

/** Whether a word is not that of a filter, the tokens of which begin with a space. */
const isOfText = (word: Search[number]): boolean => word.some((set) => 'from' in set && !set.from.startsWith(' '))

/** For a single word it only matters whether more orders have it than are counted. */
const maxTokensOf = (asked: Asked, limits: SearchLimits): number =>
  isAlone(asked) ? Math.min(limits.tokens, limits.singleWordTokens) : limits.tokens

function searchWords(
  asked: Asked,
  words: readonly Word[],
  { order, limits = searchLimits, columns = new Map() }: SearchOptions,
): list.OrderSource {
  const { db, selection, placed, excluded, where } = asked
  const [rarest, ...others] = words
  if (!rarest || rarest.count === 0) return noOrders
  const known = { ...selection, search: words.map(({ ranges }) => ranges) }
  if (sumRanges(selection.ranges) <= Math.min(rarest.count, limits.orders)) return listedOrders(db, known, { order })
  const byTokens: store.TokenSelection = {
    ranges: rarest.ranges,
    others: others.map(({ ranges }) => ranges),
    placed,
    excluded,
    where,
  }
  const tokens = !store.isLookedAt(byTokens) ? listSingleTokens(rarest.ranges) : undefined
  // Few tokens are all sorted, even by another column.
  if (tokens && rarest.count > (order ? limits.lookups : limits.mergedTokens))
    return sortOrders(db, listTokens(db, tokens, byTokens, rarest.count), known, order)
  if (rarest.count <= maxTokensOf(asked, limits)) {
    const common = countCommonWords(words, limits)
    const rare = { ...byTokens, common: byTokens.others.slice(0, common), others: byTokens.others.slice(common) }
    const lookups = countLookups(rare) + (order ? 1 : 0)
    if (rarest.count * lookups <= limits.lookups) {
      const isFew = rarest.count <= limits.mergedTokens
      return findByTokens(db, rare, { order, tokenCount: rarest.count, isFew })
    }
  }
  const ordered = sumRanges(selection.ranges) > limits.rangeOrders ? pickOrdered(words, byTokens) : undefined
  const counting = { byTokens, limits, tokenCount: rarest.count }
  const source = ordered
    ? walkTokens(db, ordered, counting)
    : walkOrders(db, selection, filterByColumns(selection, words, columns), counting)
  return sortOrders(db, source, known, order)
}

/** How many tokens of each word are counted: of several days alone only whether they are few, because an order may have more than one of them. */
function countedTokens(asked: Asked, { order, limits = searchLimits }: SearchOptions): number {
  const tokens = isAlone(asked) ? asked.search.map(listSingleTokens) : []
  if (tokens.length === 0 || tokens.includes(undefined)) return Math.max(maxTokensOf(asked, limits), countLimit)
  const areDays = (set: TokenSet): boolean => 'from' in set && singleTokenOf(set) === undefined && !hasOneAtMost(set)
  const isCountedLater = !order && tokens.every((each = []) => each.length > 1) && asked.search.flat().every(areDays)
  return isCountedLater ? limits.mergedTokens : Math.max(limits.lookups, countLimit)
}
