import { isShared } from '#server/orders/tokens/token-parts.ts'
import { exactRange, prefixRange, singleTokenOf, type TokenRange } from '#server/orders/tokens/search-words.ts'

/**
 * A word of a search may be a name, a place, a number or a reference, and mostly is one of them only; to find out that it is none of the others took a look into each
 * part. So the beginnings of all numbers, references and words of places in parts are kept: they are few. Those of names and phone numbers are not, because they are
 * personal data, and because most words are a name.
 */
const kinds = ['#', '=', '+']
export const beginningLength = 4

/** The tokens of each kind whose beginnings are kept. */
export const keptKinds: readonly TokenRange[] = kinds.map(prefixRange)

/** The beginnings of those of the tokens whose beginnings are kept, each once and sorted. */
export function listBeginnings(tokens: Iterable<string>): string[] {
  const beginnings = new Set<string>()
  for (const token of tokens) if (isKept(token)) beginnings.add(toBeginning(token))
  return [...beginnings].toSorted((a, b) => (a < b ? -1 : 1))
}

const isKept = (token: string): boolean => kinds.includes(token.charAt(0)) && !isShared(token)

/** The first characters, as both databases count them. */
const toBeginning = (token: string): string =>
  [...token.slice(0, 2 * beginningLength)].slice(0, beginningLength).join('')

/** The beginnings of the tokens of a range in parts; undefined if they are not kept. */
export function toBeginnings(range: TokenRange): TokenRange | undefined {
  const { from, to } = range
  if (!kinds.includes(from.charAt(0)) || isShared(from)) return undefined
  if (to !== prefixRange(from).to && singleTokenOf(range) === undefined) return undefined
  const beginning = toBeginning(from)
  const isShort = beginning === from && [...from].length < beginningLength
  return isShort && to === prefixRange(from).to ? prefixRange(from) : exactRange(beginning)
}
