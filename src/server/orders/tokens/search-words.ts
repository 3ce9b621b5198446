/** How texts are cut into words to be found, on both sides of a search. */

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
/** The token of a range of only one. */
export const singleTokenOf = (range: TokenRange): string | undefined =>
  range.to === exactRange(range.from).to ? range.from : undefined
/** All tokens that begin like this one; the end is the last of all code points. */
export const prefixRange = (token: string): TokenRange => ({ from: token, to: `${token}\u{10FFFF}` })

/** Letters that Unicode does not decompose into a letter and an accent. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}
const letterPattern = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'g')

/** One spelling: lower case, full-width and accented letters as plain ones. Only combining diacritics go, not the vowel signs of other scripts. */
export const normalize = (text: string): string =>
  asciiPattern.test(text) ? text.toLowerCase().trim() : normalizeUnicode(text)
const asciiPattern = /^[\x20-\x7e]*$/
const normalizeUnicode = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replaceAll(letterPattern, (letter) => plainLetters[letter] ?? letter)
    .trim()

const maxTerms = 8

/** What a normalized text has between its spaces: the first eight different terms with a letter or digit, because a lone sign is in no token. */
export const splitTerms = (text: string): string[] =>
  [...new Set(text.split(/\s+/u))].filter((term) => /[\p{L}\p{N}]/u.test(term)).slice(0, maxTerms)

/** The words of a normalized text; a run of a script without spaces is one. */
export const splitWords = (text: string): string[] => text.match(wordPattern) ?? []

/** Whether a word of `splitWords` is a run without spaces between its words. */
export const isUnspaced = (word: string): boolean => unspacedPattern.test(word)

/** A run without spaces is searched by its pairs of neighbors, a single character as it is. */
export function toBigrams(run: string): string[] {
  const characters = [...run]
  return characters.length === 1
    ? characters
    : characters.slice(1).map((second, index) => `${characters[index]}${second}`)
}

/** A token as it is stored. */
export const truncate = (token: string): string =>
  token.length <= maxTokenLength ? token : [...token].slice(0, maxTokenLength).join('')

/** The token of a number: letters and digits only, so that `#10248` and `10248`, `SO960704-00042` and `so96070400042` are the same. */
export const toNumberToken = (number: string): string =>
  truncate(`#${normalize(number).replaceAll(/[^\p{L}\p{N}]/gu, '')}`)

/**
 * The token of a number that a shop gave an order. One that looks like that of an order or of one of its documents is kept apart, so that all tokens that begin with `SO`,
 * `PY`, `SH` or `RF` and a day are those of the orders, payments, shipments or refunds of that day (`numbered-days.ts`).
 */
export const toShopNumberToken = (number: string): string => {
  const token = toNumberToken(number)
  return ownNumberPattern.test(token) ? keepApart(token) : token
}
const ownNumberPattern = /^#(?:so|py|sh|rf)\d/

/** Whether a token is that of a whole number of an order or of one of its documents: a day and five digits or more. */
export const isOwnNumberToken = (token: string): boolean => /^#(?:so|py|sh|rf)\d{11,}$/.test(token)

const keepApart = (token: string): string => truncate(`#!${token.slice(1)}`)

/** The tokens of the numbers that begin with a text, given as the token of a number: ours and those of shops that look like ours. */
export const spellingsOfNumber = (token: string): string[] =>
  /^#(?:so?|py?|sh?|rf?|(?:so|py|sh|rf)\d.*)$/.test(token) ? [token, keepApart(token)] : [token]

/**
 * The number of an order that a text means without its prefix or without the zeros after the day: `SO261120-00015` for `261120-00015`, `26112000015`
 * and `SO261120-15`. Undefined for other texts.
 */
export function completeNumber(text: string): string | undefined {
  const [, day, count, digits] = shortNumberPattern.exec(normalize(text)) ?? []
  return day === undefined ? undefined : `SO${day}-${(count ?? digits ?? '').replace(/^0+/, '').padStart(5, '0')}`
}
const shortNumberPattern = /^#?(?:so)?(\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))(?:\p{Pd}(\d{1,8})|(\d{5,8}))$/u

/** The tokens of the numbers that a text may be: as it is written, and of the order that it means. */
export const listNumberTokens = (text: string): string[] => [
  ...new Set([text, completeNumber(text)].flatMap((number) => (number === undefined ? [] : toNumberToken(number)))),
]
