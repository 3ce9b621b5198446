import { hasPermission } from '#server/auth/access.ts'
import type { RequestContext } from '#server/context.ts'
import type { Db } from '#server/db/database.ts'
import type { OrderCountsTable } from '#server/db/schema/orders.ts'
import { countClauses, filterByClauses } from '#server/orders/list/count-clauses.ts'
import { listMatchingCurrencies, reduceByCounts, toRanges } from '#server/orders/list/list-ranges.ts'
import { type SortName, toSortOrder } from '#server/orders/list/list-sorts.ts'
import type { OrderSelection, OrderSource } from '#server/orders/list/list-store.ts'
import { mergeSources } from '#server/orders/list/merge-sources.ts'
import { splitDocumentDays, splitNumberedDays, toDocumentDays } from '#server/orders/list/numbered-days.ts'
import { withSku } from '#server/orders/tokens/product-tokens.ts'
import { hasProductWord } from '#server/orders/tokens/product-store.ts'
import { readRanges, noOrders } from '#server/orders/list/range-source.ts'
import { searchOrders } from '#server/orders/list/search.ts'
import {
  type Exclusion,
  parseNumberToken,
  parseSearch,
  type Search,
  type TokenSet,
  toReferenceToken,
} from '#server/orders/tokens/search-tokens.ts'
import { exactRange, listNumberTokens, prefixRange, spellingsOfNumber } from '#server/orders/tokens/search-words.ts'
import { compileTokenFilter, type TokenFilter, withoutTokens } from '#server/orders/tokens/token-filters.ts'
import { countPostings } from '#server/orders/tokens/token-sets-store.ts'
import { hasPostings } from '#server/orders/tokens/token-store.ts'
import { type Filter, listConditions } from '#shared/list/filter.ts'

/** The counts of all orders, or when they have been read: beside other statements, because each is a round trip to PostgreSQL. */
type Counting = readonly OrderCountsTable[] | Promise<readonly OrderCountsTable[]>

/** Compiles a filter into a source of the orders that match it, in the order of a sort; `given` are clauses that they must match as well. */
export async function createSource(
  db: Db,
  context: RequestContext,
  filter: Filter,
  counting: Counting,
  by: SortName = 'placed',
  given: Search = [],
): Promise<OrderSource> {
  const [compiled, counts] = await Promise.all([compileList(db, context, filter, counting), counting])
  if (!compiled) return noOrders
  const { required, columnFilters, excluded, rest, implied } = compiled
  const words = await toDocumentDays(db, compiled.words)
  const find = (
    clauses: Search,
    days: readonly Filter[] = [],
    without: readonly Exclusion[] = [],
  ): Promise<OrderSource> | OrderSource => {
    const restFilter: Filter = { op: 'and', filters: [...rest, ...days] }
    const unimplied: Filter = { op: 'and', filters: restFilter.filters.filter((each) => !implied.has(each)) }
    const selection = {
      ranges: toRanges(restFilter, counts),
      excluded: [...excluded, ...without],
      timeZone: context.kontor.book.timeZone,
    }
    const search = [...given, ...clauses, ...required]
    const order = toSortOrder(by, filter, restFilter, counts)
    const reduced = reduceByCounts(unimplied, counts)
    if (search.length === 0) return readRanges(db, selection, { order, filter: reduced })
    if (selection.ranges.length === 0) return noOrders
    return searchOrders(db, search, selection, reduced, { order, columnFilters })
  }
  const mixed = by === 'placed' ? splitDocumentDays(words) : undefined
  if (mixed)
    return mergeSources(
      await find([mixed.days, ...mixed.others]),
      await find([mixed.sets, ...mixed.others], [], mixed.days),
    )
  const numbered = await splitNumberedDays(db, words)
  if (!numbered || (numbered.sets.length > 0 && by !== 'placed')) return find(words)
  const { days, sets, others } = numbered
  const ofDays = await find(others, days)
  if (sets.length === 0) return ofDays
  return mergeSources(ofDays, await find([sets, ...others], [{ op: 'not', filter: { op: 'and', filters: days } }]))
}

/** How to count all orders of a filter one by one: the orders to walk through, and the conditions to check for each. Undefined if nothing matches. */
export async function createWalk(
  db: Db,
  context: RequestContext,
  filter: Filter,
  counts: readonly OrderCountsTable[],
): Promise<{ walked: OrderSelection; matching: OrderSelection } | undefined> {
  const compiled = await compileList(db, context, filter, counts)
  if (!compiled) return undefined
  const { words, required, columnFilters, excluded, rest } = compiled
  const { timeZone } = context.kontor.book
  const found = await countClauses(db, [...words, ...required], { placed: {}, limit: 1 })
  if (found.some(({ count }) => count === 0)) return undefined
  const isQuick = (each: Filter): boolean => !('field' in each && each.field === 'sku')
  const walked = { ranges: toRanges({ op: 'and', filters: rest.filter(isQuick) }, counts), timeZone }
  const matching = { ranges: toRanges({ op: 'and', filters: rest }, counts), excluded, timeZone }
  return { walked, matching: filterByClauses(matching, found, columnFilters) }
}

/** Splits a filter into what tokens decide, what columns decide, and the words of its text; undefined if the text cannot find anything. */
async function compileList(
  db: Db,
  context: RequestContext,
  filter: Filter,
  counting: Counting,
): Promise<(TokenFilter & { words: Search }) | undefined> {
  const conditions = listConditions(filter)
  const text = conditions.find(({ op }) => op === 'matches')
  const withoutWords: Filter = { op: 'and', filters: conditions.filter((each) => each !== text) }
  const compileTokens = async () => {
    const currencies = listMatchingCurrencies({ op: 'and', filters: withoutTokens(withoutWords) }, await counting)
    return compileTokenFilter({ db, context, currencies }, withoutWords)
  }
  const [tokens, words] = await Promise.all([
    compileTokens(),
    text?.op === 'matches' ? resolveSearch(db, context, text.text) : undefined,
  ])
  return text && !words ? undefined : { ...tokens, words: words ?? [] }
}

/** The clauses of a searched text; undefined if it cannot find anything. */
async function resolveSearch(db: Db, context: RequestContext, text: string): Promise<Search | undefined> {
  const canSearchPersonal = hasPermission(context, 'customers.view_personal')
  const number = parseNumberToken(text)
  if (number === undefined) return undefined
  const tokens = [
    ...listNumberTokens(text).flatMap(spellingsOfNumber),
    ...(canSearchPersonal ? [toReferenceToken(text)] : []),
  ]
  if (/\s/u.test(text.trim())) return resolveWords(db, text, { number, tokens, canSearchPersonal })
  // Most texts are not the beginning of any number. Then the sets of numbers are left out of the clauses, which saves counting them.
  const ranges = tokens.map((token) => [prefixRange(token)])
  const [counted, isOfProduct] = await Promise.all([
    countPostings(db, ranges, { placed: {}, limit: 1 }),
    hasProductWord(db, number),
  ])
  const used = tokens.filter((_, index) => counted[index]?.some(({ count }) => count > 0))
  const isNumber = isOfProduct || (used.length > 0 && (await hasPostings(db, used)))
  const isUsed = (set: TokenSet): boolean => !('from' in set && tokens.includes(set.from)) || used.includes(set.from)
  return parseSearch(text, canSearchPersonal, isNumber)?.map((sets) => sets.filter(isUsed))
}

/** The clauses of a text with spaces. As a whole it may also be a number or an SKU that is written with spaces, such as `R 1042`. */
async function resolveWords(
  db: Db,
  text: string,
  { number, tokens, canSearchPersonal }: { number: string; tokens: readonly string[]; canSearchPersonal: boolean },
): Promise<Search | undefined> {
  const [isNumber, isSku] = await Promise.all([hasPostings(db, tokens), hasProductWord(db, number)])
  const words = parseSearch(text, canSearchPersonal, isNumber)
  if (isNumber || !isSku) return words
  // Words that are an SKU together still find what they find apart, such as the beginnings of other SKUs.
  const sku = withSku(exactRange(number))
  return words?.map((sets) => [...sets, sku])
}
