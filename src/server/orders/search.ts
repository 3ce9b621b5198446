import type { Db } from '#server/db/database.ts'
import { type FoundRows, toCount } from '#server/keyset-page.ts'
import * as list from '#server/orders/list-store.ts'
import { compileOrderFilter } from '#server/orders/filter-store.ts'
import { guessFullest, hasOneAtMost, listSingleTokens } from '#server/orders/filter-tokens.ts'
import { sumRanges } from '#server/orders/list-ranges.ts'
import { isBefore, narrowSlice, splitPlaced } from '#server/orders/placed-span.ts'
import { type SearchLimits, searchLimits } from '#server/orders/search-limits.ts'
import * as store from '#server/orders/search-store.ts'
import type { TokenFilter } from '#server/orders/token-filters.ts'
import * as tokenOrder from '#server/orders/token-order-store.ts'
import { countTokens } from '#server/orders/token-sets-store.ts'
import { countCommonWords, countWords, lookAtColumns, pickOrdered, type Word } from '#server/orders/count-words.ts'
import { findInNewestParts, planParts } from '#server/orders/newest-parts.ts'
import type { Search, TokenSet } from '#server/orders/search-tokens.ts'
import { exactRange, singleTokenOf } from '#server/orders/search-words.ts'
import { type SortOrder, sortOrders, toSortKey } from '#server/orders/sorted-orders.ts'
import { countLimit, pageSize } from '#shared/constants.ts'
import { type Filter, matchesEveryRow } from '#shared/list/filter.ts'
import { listedOrders, noOrders, walkInSteps } from '#server/orders/listed-orders.ts'
import type { Count } from '#shared/orders/views.ts'

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
  if (!plan) return thoroughly()
  const endless = words.map((word) => ({ ...word, count: Infinity }))
  const find =
    plan === 'walk'
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

/** Of a word alone it only matters whether more orders have it than are counted. */
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
  // Of few tokens all are sorted, by another column, too.
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
    : walkOrders(db, selection, lookAtColumns(selection, words, columns), counting)
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

/** What orders are counted by while they are walked through; `tokenCount` is how many tokens the rarest word has, counted up to a limit. */
interface Counting {
  byTokens: store.TokenSelection
  limits: SearchLimits
  tokenCount: number
}

/** What is looked up for each token of the rarest word. */
const countLookups = ({ others, excluded, where }: store.TokenSelection): number =>
  others.length + (excluded.length > 0 ? 1 : 0) + (where ? 1 : 0)

/** Looks at all tokens of the rarest word. Unless they are few, only the first orders are sorted, and counted apart from that. */
function findByTokens(
  db: Db,
  byTokens: store.TokenSelection,
  { order, tokenCount, isFew }: { order?: SortOrder | undefined; tokenCount: number; isFew: boolean },
): list.OrderSource {
  if (!order && !isFew && !store.isLookedAt(byTokens))
    return {
      find: async (slice) => ({ rows: await store.findFirstByTokens(db, byTokens, slice) }),
      count: async () => toCount(isCounted(byTokens) ? tokenCount : await store.countByTokens(db, byTokens, {})),
    }
  const find = async (slice: list.OrderSlice) => {
    const after = await toSortKey(db, order?.column, slice)
    return store.findByTokens(db, byTokens, { ...slice, after }, order?.column)
  }
  let found: ReturnType<typeof find> | undefined
  return {
    find: (slice) => (found = find(slice)),
    count: async () => toCount((await found)?.total ?? (await store.countByTokens(db, byTokens, {}))),
  }
}

/** The orders with one of some tokens, of which nothing else is asked; `tokenCount` is how many tokens there are, counted up to a limit. */
function listTokens(
  db: Db,
  tokens: readonly string[],
  byTokens: store.TokenSelection,
  tokenCount: number,
): list.OrderSource {
  const { placed } = byTokens
  const selection = { ...byTokens, tokens }
  return {
    find: async (slice) => {
      const { after, end: until } = narrowSlice(slice, placed)
      return { rows: await tokenOrder.findInTokenOrder(db, selection, { ...slice, after, until }) }
    },
    count: async () => {
      const only = tokens.length === 1 ? tokens[0] : undefined
      if (isCounted(byTokens) || byTokens.ranges.every((set) => 'from' in set && set.from === only))
        return toCount(tokenCount)
      const most = countLimit + 1
      // A month alone often has more orders than are counted, and an order comes once in it, though it may have several of its days.
      const fullest = only ?? guessFullest(tokens, placed)
      const [found] =
        fullest === undefined ? [] : await countWords(db, [[exactRange(fullest)]], { placed, limit: most })
      if (found && (only !== undefined || found.count === most)) return toCount(found.count)
      // Whole months first: they hold the most orders, by date, so that fewer tokens are read and are compared faster.
      const single = { ...byTokens, ranges: tokens.toSorted().toReversed().map(exactRange) }
      return toCount(await store.countByTokens(db, single, { limit: most }))
    },
  }
}

/** Looks at one order with some tokens after the other, by date, and says where it stopped when it has looked at many. */
function walkTokens(db: Db, selection: tokenOrder.SingleTokenSelection, counting: Counting): list.OrderSource {
  const { tokens, placed } = selection
  const find: list.OrderSource['find'] = async (slice) => {
    const { after, end } = narrowSlice(slice, placed)
    const ahead = await tokenOrder.findTokenKeyAhead(db, tokens, { ...slice, after }, counting.limits.orders)
    const until = ahead && end && isBefore(end, ahead, slice.direction) ? undefined : ahead
    const rows = await tokenOrder.findInTokenOrder(db, selection, { ...slice, after, until: until ?? end })
    return until === undefined || rows.length === slice.limit ? { rows } : { rows, stoppedAt: until }
  }
  let found: ReturnType<typeof find> | undefined
  return { find: (slice) => (found = find(slice)), count: () => countAtLeast(db, counting, found) }
}

/** Looks at one order of a selection after the other for those that match, and says where it stopped when it has looked at many. */
function walkOrders(
  db: Db,
  { excluded: _excluded, ...selection }: list.OrderSelection,
  matching: list.OrderSelection,
  counting: Counting,
): list.OrderSource {
  const { byTokens, limits, tokenCount } = counting
  const walk = (slice: list.OrderSlice) => walkInSteps(db, { walked: selection, matching }, slice, limits.orders)
  let walked: ReturnType<typeof walk> | undefined
  return {
    find: async (slice) => {
      const found = await (walked = walk(slice))
      if (!found.stoppedAt || !(await canSortTokens(db, byTokens, limits))) return found
      return { rows: await store.findFirstByTokens(db, byTokens, slice) }
    },
    count: async () => (isCounted(byTokens) ? toCount(tokenCount) : countAtLeast(db, counting, walked)),
  }
}

/** Whether as many orders match as there are tokens. */
const isCounted = (byTokens: store.TokenSelection): boolean => {
  const { ranges, placed } = byTokens
  const isEveryTime = placed.from === undefined && placed.until === undefined
  return !store.isLookedAt(byTokens) && isEveryTime && ranges.every(hasOneAtMost)
}

/** Counts the orders with some of the tokens of the rarest word, and exactly if all tokens are read. */
async function countAtLeast(
  db: Db,
  { byTokens, limits, tokenCount }: Counting,
  found: Promise<FoundRows<unknown>> | undefined,
): Promise<Count> {
  const lookupsPerToken = countLookups(byTokens)
  const maxTokens =
    lookupsPerToken === 0
      ? Math.min(limits.tokens, limits.singleWordTokens)
      : Math.ceil(limits.countLookups / lookupsPerToken)
  const counted = await store.countByTokens(db, byTokens, { maxTokens, limit: countLimit + 1 })
  const mayBeAll = lookupsPerToken === 0 && counted <= countLimit && tokenCount <= maxTokens
  if (mayBeAll && (await hasFewerTokens(db, byTokens, maxTokens + 1))) return { exact: counted }
  const foundCount = (await found)?.rows.length ?? 0
  return { atLeast: Math.min(Math.max(counted, foundCount), countLimit) }
}

/** One word whose orders are all old, such as the number of a month: sorting its tokens is faster than walking there. */
const canSortTokens = async (
  db: Db,
  byTokens: store.TokenSelection,
  { sortedTokens }: SearchLimits,
): Promise<boolean> => !store.isLookedAt(byTokens) && (await hasFewerTokens(db, byTokens, sortedTokens))

/** Whether the rarest word has fewer tokens than these. */
async function hasFewerTokens(db: Db, { ranges, placed }: store.TokenSelection, limit: number): Promise<boolean> {
  const counts = await countTokens(db, [[...ranges]], { placed, limit })
  return counts.flat().reduce((sum, { count }) => sum + count, 0) < limit
}
