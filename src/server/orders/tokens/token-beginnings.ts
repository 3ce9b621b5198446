import { isShared } from '#server/orders/tokens/token-parts.ts'
import { exactRange, prefixRange, singleTokenOf, type TokenRange } from '#server/orders/tokens/search-words.ts'

/**
 * A searched word may be a name, a place, a number or a reference, but mostly is only one of them, and ruling out one kind takes an index lookup in each part. So the first characters of all
 * numbers, references and words of places in parts are stored; they are few, and one query rules out all these kinds. The beginnings of names and phone numbers are not stored, because they are personal data, and because most words
 * are a name.
 */
const kinds = ['#', '=', '+']
export const beginningLength = 4

/** The kinds of tokens whose beginnings are stored. */
export const keptKinds: readonly TokenRange[] = kinds.map(prefixRange)

/** The beginnings of the tokens of these kinds that are in parts, distinct and sorted. */
export function listBeginnings(tokens: Iterable<string>): string[] {
  const beginnings = new Set<string>()
  for (const token of tokens) if (isKept(token)) beginnings.add(toBeginning(token))
  return [...beginnings].toSorted((a, b) => (a < b ? -1 : 1))
}

const isKept = (token: string): boolean => kinds.includes(token.charAt(0)) && !isShared(token)

/** The first characters, by code points, as both databases count them. */
const toBeginning = (token: string): string =>
  [...token.slice(0, 2 * beginningLength)].slice(0, beginningLength).join('')

/** The range of beginnings that the tokens of a range may have; undefined if they are not stored. */
export function toBeginnings(range: TokenRange): TokenRange | undefined {
  const { from, to } = range
  if (!kinds.includes(from.charAt(0)) || isShared(from)) return undefined
  if (to !== prefixRange(from).to && singleTokenOf(range) === undefined) return undefined
  const beginning = toBeginning(from)
  return beginning === from && to === prefixRange(from).to ? prefixRange(from) : exactRange(beginning)
}
