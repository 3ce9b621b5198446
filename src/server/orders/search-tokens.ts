/**
 * The words by which orders are found, cut the same way when an order is stored and when someone searches, so that both databases give
 * the same answers. A token that begins with `#` is a number; every other is personal data.
 */

const maxTokenLength = 60
const unspacedScripts = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}'
/** A run without spaces between its words, or a word of any other script. */
const wordPattern = new RegExp(`[${unspacedScripts}]+|[[\\p{L}\\p{N}\\p{M}]--[${unspacedScripts}]]+`, 'gv')
const unspacedPattern = new RegExp(`[${unspacedScripts}]`, 'u')

/** Tokens from `from` up to `to`, which is excluded; compared by code points. */
export interface TokenRange {
  from: string
  to: string
}

/** What an order must have: of every list one range, at least. */
export type Search = TokenRange[][]

/** Every token of an order: its numbers, the words of its names, and its e-mail whole and in words. */
export function tokenizeOrder(order: {
  numbers: readonly string[]
  names: readonly string[]
  email: string
}): string[] {
  const email = normalize(order.email)
  const words = [...order.names.map(normalize), email]
    .flatMap(splitWords)
    .flatMap((word) => (unspacedPattern.test(word) ? tokenizeRun(word) : [word]))
  const tokens = [...order.numbers.map(toNumberToken), truncate(email), ...words.map(truncate)]
  return [...new Set(tokens)].filter((token) => token !== '' && token !== '#')
}

/** The token of a number: letters and digits only, so that `#10248`, `10248` and `SO960704-00042` are found however they are written. */
export const toNumberToken = (number: string): string =>
  truncate(`#${normalize(number).replaceAll(/[^\p{L}\p{N}]/gu, '')}`)

/** The token of what is searched for, if it may be a number as a whole: one word. */
export const parseNumberToken = (text: string): string | undefined =>
  /\s/u.test(text.trim()) || toNumberToken(text) === '#' ? undefined : toNumberToken(text)

/**
 * What a search asks for; `undefined` when it holds nothing that could be found. Without `personal` every word can only be the
 * beginning of a number: nobody finds by personal data what they may not see.
 */
export function parseSearch(text: string, canSearchPersonal: boolean): Search | undefined {
  const terms = normalize(text).split(/\s+/u).filter(Boolean)
  const search = terms.flatMap((term) => (canSearchPersonal ? rangesForTerm(term) : [[numberPrefixRange(term)]]))
  const findable = search.length > 0 && search.flat().every(({ from }) => from !== '#')
  return findable ? search : undefined
}

function rangesForTerm(term: string): Search {
  if (term.startsWith('#')) return [[numberPrefixRange(term)]]
  if (term.includes('@', 1)) return [[prefixRange(truncate(term))]]
  return splitWords(term).flatMap((word) =>
    unspacedPattern.test(word)
      ? toBigrams(word).map((pair) => [exactRange(pair)])
      : [[prefixRange(truncate(word)), numberPrefixRange(term)]],
  )
}

const normalize = (text: string): string => text.normalize('NFKC').toLowerCase().trim()
const splitWords = (text: string): string[] => text.match(wordPattern) ?? []
const truncate = (token: string): string => [...token].slice(0, maxTokenLength).join('')

/** What is stored of a run: its characters, and its pairs of neighbours. */
const tokenizeRun = (run: string): string[] => [...new Set([...run, ...toBigrams(run)])]

/** What is searched of a run: its pairs of neighbours, or its only character. */
function toBigrams(run: string): string[] {
  const characters = [...run]
  return characters.length === 1
    ? characters
    : characters.slice(1).map((second, index) => `${characters[index]}${second}`)
}

const numberPrefixRange = (term: string): TokenRange => prefixRange(toNumberToken(term))
/** This token and no other: tokens have no control characters. */
export const exactRange = (token: string): TokenRange => ({ from: token, to: `${token}\u0001` })
/** The last of all code points, by bytes as well. */
const prefixRange = (token: string): TokenRange => ({ from: token, to: `${token}\u{10FFFF}` })
