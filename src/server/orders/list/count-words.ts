import type { Db } from '#server/db/database.ts'
import { listSingleTokens } from '#server/orders/tokens/filter-tokens.ts'
import type { OrderSelection } from '#server/orders/list/list-store.ts'
import type { SearchLimits } from '#server/orders/list/search-limits.ts'
import type { TokenSelection } from '#server/orders/list/search-store.ts'
import { countTokens } from '#server/orders/tokens/token-sets-store.ts'
import type { Search, TokenSet } from '#server/orders/tokens/search-tokens.ts'
import type { TokenFilter } from '#server/orders/tokens/token-filters.ts'
import type { SingleTokenSelection } from '#server/orders/list/token-order-store.ts'

/** A word of a search, and those of its ranges that hold tokens, the fullest first. */
export interface Word {
  word: Search[number]
  ranges: TokenSet[]
  /** How many tokens they hold, counted up to a limit. */
  count: number
}

/** The selection with some words. Words that a column decides are conditions on that column instead of tokens. */
export function filterByColumns(
  { ranges, ...selection }: OrderSelection,
  words: readonly Word[],
  columns: TokenFilter['columns'],
): OrderSelection {
  const filters = words.flatMap(({ word }) => columns.get(word) ?? [])
  return {
    ...selection,
    ranges: ranges.map((range) => ({ ...range, filter: { op: 'and', filters: [range.filter, ...filters] } })),
    search: words.filter(({ word }) => !columns.has(word)).map((each) => each.ranges),
  }
}

/** How many words after the rarest one have so few tokens that the orders they have in common are read at once. */
export function countCommonWords(words: readonly Word[], { tokens, commonTokens }: SearchLimits): number {
  let sum = 0
  const end = words.findIndex(({ count }) => (sum += count) > commonTokens || count > tokens)
  return Math.max(0, (end === -1 ? words.length : end) - 1)
}

/** A word whose tokens are in the order of the list, if there is one: days before others, because orders far from each other have them. */
export function pickOrdered(
  words: readonly Word[],
  { placed, excluded, where }: TokenSelection,
): SingleTokenSelection | undefined {
  const candidates = words.flatMap((word) => {
    const tokens = listSingleTokens(word.ranges)
    const others = words.filter((each) => each !== word).map(({ ranges }) => ranges)
    return tokens ? [{ tokens, others, placed, excluded, where }] : []
  })
  return candidates.toSorted((a, b) => b.tokens.length - a.tokens.length)[0]
}

/** The words of a search, the rarest first. */
export async function countWords(db: Db, search: Search, options: Parameters<typeof countTokens>[2]): Promise<Word[]> {
  const counted = await countTokens(db, search, options)
  const words = counted.map((sets, index) => {
    const used = sets.filter(({ count }) => count > 0).toSorted((a, b) => b.count - a.count)
    return {
      word: search[index] ?? [],
      ranges: used.map(({ set }) => set),
      count: used.reduce((sum, { count }) => sum + count, 0),
    }
  })
  return words.toSorted((a, b) => a.count - b.count)
}
