/**
 * Search tokens of orders. Stored orders and search texts are tokenized in the same way, in code, so that both databases find the same
 * orders. Tokens that start with `#` are numbers; all others are personal data.
 */

const maxTokenLength = 60
const unspacedScripts = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}'
/** A run of a script without spaces between words, or a word of any other script. */
const wordPattern = new RegExp(`[${unspacedScripts}]+|[[\\p{L}\\p{N}\\p{M}]--[${unspacedScripts}]]+`, 'gv')
const unspacedPattern = new RegExp(`[${unspacedScripts}]`, 'u')

/** Tokens from `from` (inclusive) to `to` (exclusive), compared by code points. */
export interface TokenRange {
  from: string
  to: string
}

/** An order matches when it has a token in at least one range of every list. */
export type Search = TokenRange[][]

/** All tokens of an order: its numbers, the words of its names, and its email as a whole and in words. */
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

/** The token of a number: only letters and digits, so that `#10248`, `10248` and `SO960704-00042` are found in any spelling. */
export const toNumberToken = (number: string): string =>
  truncate(`#${normalize(number).replaceAll(/[^\p{L}\p{N}]/gu, '')}`)

/** The number token of a search text, if the text is a single word. */
export const parseNumberToken = (text: string): string | undefined =>
  /\s/u.test(text.trim()) || toNumberToken(text) === '#' ? undefined : toNumberToken(text)

/**
 * Parses a search text; `undefined` when it cannot match anything. Without `canSearchPersonal` every word is only matched as the
 * beginning of a number, so that users cannot probe for personal data that they cannot see.
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

/** The stored tokens of a run: its characters and its bigrams. */
const tokenizeRun = (run: string): string[] => [...new Set([...run, ...toBigrams(run)])]

/** The searched tokens of a run: its bigrams, or its only character. */
function toBigrams(run: string): string[] {
  const characters = [...run]
  return characters.length === 1
    ? characters
    : characters.slice(1).map((second, index) => `${characters[index]}${second}`)
}

const numberPrefixRange = (term: string): TokenRange => prefixRange(toNumberToken(term))
/** Matches only this token, because tokens contain no control characters. */
export const exactRange = (token: string): TokenRange => ({ from: token, to: `${token}\u0001` })
/** Matches tokens with this prefix: U+10FFFF sorts after every other code point, also in UTF-8. */
const prefixRange = (token: string): TokenRange => ({ from: token, to: `${token}\u{10FFFF}` })
