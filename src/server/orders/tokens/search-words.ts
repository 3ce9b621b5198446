import { normalize } from '#server/list/normalize.ts'

/** Tokenization: how texts become words and number tokens, both when an order is stored and when a text is searched. */

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

/** Matches only this token, because tokens contain no control characters. */
export const exactRange = (token: string): TokenRange => ({ from: token, to: `${token}\u0001` })
/** The token of an exact range; undefined for other ranges. */
export const singleTokenOf = (range: TokenRange): string | undefined =>
  range.to === exactRange(range.from).to ? range.from : undefined
/**
 * All tokens with this prefix; the end is the last of all code points. A Greek sigma at the end of the prefix may be followed by letters or not, which are two letters (σ and ς) with one capital: they follow each
 * other, so one range has both.
 */
export const prefixRange = (token: string): TokenRange => ({
  from: token.replace(/σ$/, 'ς'),
  to: `${token.replace(/ς$/, 'σ')}\u{10FFFF}`,
})

/** The ranges of a prefix range, or of any other, that each have tokens with one spelling of the prefix. */
export const splitSigma = (range: TokenRange): TokenRange[] =>
  range.from.endsWith('ς') && range.to === prefixRange(range.from).to
    ? ['ς', 'σ'].map((sigma) => range.from.slice(0, -1) + sigma).map((from) => ({ from, to: `${from}\u{10FFFF}` }))
    : [range]

const maxTerms = 8

/** Splits a normalized text at spaces into its first eight different terms. Terms without a letter or digit are left out, because no token consists of signs. */
export const splitTerms = (text: string): string[] =>
  [...new Set(text.split(/\s+/u))].filter((term) => /[\p{L}\p{N}]/u.test(term)).slice(0, maxTerms)

/** The words of a normalized text; a run of a script without spaces is one. */
export const splitWords = (text: string): string[] => text.match(wordPattern) ?? []

/** Whether a word of `splitWords` is a run without spaces between its words. */
export const isUnspaced = (word: string): boolean => unspacedPattern.test(word)

/** The pairs of neighboring characters of a run without spaces, by which it is searched; a single character as it is. */
export function toBigrams(run: string): string[] {
  const characters = [...run]
  return characters.length === 1
    ? characters
    : characters.slice(1).map((second, index) => `${characters[index]}${second}`)
}

/** Cuts a token to the length in which it is stored. */
export const truncate = (token: string): string =>
  token.length <= maxTokenLength ? token : [...token].slice(0, maxTokenLength).join('')

/** The token of a number: letters and digits only, so that `#10248` and `10248`, `SO960704-00042` and `so96070400042` are the same. */
export const toNumberToken = (number: string): string =>
  truncate(`#${normalize(number).replaceAll(/[^\p{L}\p{N}]/gu, '')}`)

/**
 * The token of a number that a shop gave an order. If it looks like one of our numbers it gets another prefix, so that all tokens that begin with `SO`,
 * `PY`, `SH` or `RF` and a day are our numbers of orders, payments, shipments or refunds of that day (`numbered-days.ts`).
 */
export const toShopNumberToken = (number: string): string => {
  const token = toNumberToken(number)
  return ownNumberPattern.test(token) ? keepApart(token) : token
}
const ownNumberPattern = /^#(?:so|py|sh|rf)\d/

/** Whether a token is a complete number of ours, of an order or a document: a day and at least five digits. */
export const isOwnNumberToken = (token: string): boolean => /^#(?:so|py|sh|rf)\d{11,}$/.test(token)

const keepApart = (token: string): string => truncate(`#!${token.slice(1)}`)

/** The prefixes of all number tokens that begin like a number token: the token itself, and if it looks like one of our numbers, its form for numbers of shops. */
export const spellingsOfNumber = (token: string): string[] =>
  /^#(?:so?|py?|sh?|rf?|(?:so|py|sh|rf)\d.*)$/.test(token) ? [token, keepApart(token)] : [token]

/**
 * Completes a number of an order that is written without its prefix or without the zeros after the day: `261120-00015`, `26112000015`
 * and `SO261120-15` become `SO261120-00015`. Undefined for other texts.
 */
export function completeNumber(text: string): string | undefined {
  const [, day, count, digits] = shortNumberPattern.exec(normalize(text)) ?? []
  return day === undefined ? undefined : `SO${day}-${(count ?? digits ?? '').replace(/^0+/, '').padStart(5, '0')}`
}
const shortNumberPattern = /^#?(?:so)?(\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))(?:\p{Pd}(\d{1,8})|(\d{5,8}))$/u

/** The tokens of the numbers that a text may mean: as written, and completed. */
export const listNumberTokens = (text: string): string[] => [
  ...new Set([text, completeNumber(text)].flatMap((number) => (number === undefined ? [] : toNumberToken(number)))),
]
