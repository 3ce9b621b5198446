/**
 * The words by which orders are found, cut the same way when an order is stored and when someone searches, so that both databases give
 * the same answers. A token that begins with `#` is a number; every other is personal data.
 */

const longest = 60
const scripts = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}'
/** A run without spaces between its words, or a word of any other script. */
const piece = new RegExp(`[${scripts}]+|[[\\p{L}\\p{N}\\p{M}]--[${scripts}]]+`, 'gv')
const unspaced = new RegExp(`[${scripts}]`, 'u')

/** Tokens from `from` up to `to`, which is excluded; compared by code points. */
export interface TokenRange {
  from: string
  to: string
}

/** What an order must have: of every list one range, at least. */
export type Search = TokenRange[][]

/** Every token of an order: its numbers, the words of its names, and its e-mail whole and in words. */
export function tokensOf(order: { numbers: readonly string[]; names: readonly string[]; email: string }): string[] {
  const email = normal(order.email)
  const words = [...order.names.map(normal), email]
    .flatMap(piecesOf)
    .flatMap((word) => (unspaced.test(word) ? cutsOf(word) : [word]))
  const tokens = [...order.numbers.map(numberToken), cut(email), ...words.map(cut)]
  return [...new Set(tokens)].filter((token) => token !== '' && token !== '#')
}

/** The token of a number: letters and digits only, so that `#10248`, `10248` and `SO960704-00042` are found however they are written. */
export const numberToken = (number: string): string => cut(`#${normal(number).replaceAll(/[^\p{L}\p{N}]/gu, '')}`)

/** The token of what is searched for, if it may be a number as a whole: one word. */
export const searchedNumber = (text: string): string | undefined =>
  /\s/u.test(text.trim()) || numberToken(text) === '#' ? undefined : numberToken(text)

/**
 * What a search asks for; `undefined` when it holds nothing that could be found. Without `personal` every word can only be the
 * beginning of a number: nobody finds by personal data what they may not see.
 */
export function searchOf(text: string, personal: boolean): Search | undefined {
  const terms = normal(text).split(/\s+/u).filter(Boolean)
  const search = terms.flatMap((term) => (personal ? anythingLike(term) : [[numberLike(term)]]))
  const findable = search.length > 0 && search.flat().every(({ from }) => from !== '#')
  return findable ? search : undefined
}

function anythingLike(term: string): Search {
  if (term.startsWith('#')) return [[numberLike(term)]]
  if (term.includes('@', 1)) return [[beginningWith(cut(term))]]
  return piecesOf(term).flatMap((word) =>
    unspaced.test(word) ? pairsOf(word).map((pair) => [exactly(pair)]) : [[beginningWith(cut(word)), numberLike(term)]],
  )
}

const normal = (text: string): string => text.normalize('NFKC').toLowerCase().trim()
const piecesOf = (text: string): string[] => text.match(piece) ?? []
const cut = (token: string): string => [...token].slice(0, longest).join('')

/** What is stored of a run: its characters, and its pairs of neighbours. */
const cutsOf = (run: string): string[] => [...new Set([...run, ...pairsOf(run)])]

/** What is searched of a run: its pairs of neighbours, or its only character. */
function pairsOf(run: string): string[] {
  const characters = [...run]
  return characters.length === 1
    ? characters
    : characters.slice(1).map((second, index) => `${characters[index]}${second}`)
}

const numberLike = (term: string): TokenRange => beginningWith(numberToken(term))
/** This token and no other: tokens have no control characters. */
export const exactly = (token: string): TokenRange => ({ from: token, to: `${token}\u0001` })
/** The last of all code points, by bytes as well. */
const beginningWith = (token: string): TokenRange => ({ from: token, to: `${token}\u{10FFFF}` })
