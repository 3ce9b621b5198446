import { createNameSortKey } from '#server/name-sort-key.ts'

/**
 * The tokens by which orders are found. They are cut by the same code when an order is stored and when someone searches, so both
 * databases give the same answers. The first character says what a token is: `#` a number, `=` the number of a payment provider or a
 * carrier, `+` a word of a place, `~` a phone number read backwards; all others are words of names and email addresses. All but numbers
 * and places are personal data. A space begins the tokens of an order's customer and of what staff set on it, for filters; no text begins with one.
 */

const maxTokenLength = 60
const maxTerms = 8
/** Conditions of one search: with many more, PostgreSQL takes seconds to plan the query. */
const maxConditions = 12
const unspacedScripts = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}'
/** A run of a script without spaces between words, or a word of any other script. */
const wordPattern = new RegExp(`[${unspacedScripts}]+|[[\\p{L}\\p{N}\\p{M}]--[${unspacedScripts}]]+`, 'gv')
const unspacedPattern = new RegExp(`[${unspacedScripts}]`, 'u')
/** Digits with what people write between them. */
const phonePattern = /^\+?[\d()./-]+$/
const spacedPhonePattern = /(?<!\S)\+?[\d()./-]+(?:\s+[\d()./-]+)+(?!\S)/g
/** The last four digits are enough to find a phone number. */
const minPhoneDigits = 4
/** Digits with spaces between them are one phone number from this length on, otherwise several numbers. */
const minSpacedPhoneDigits = 7

/** Tokens from `from` (inclusive) to `to` (exclusive), compared by code points. */
export interface TokenRange {
  from: string
  to: string
}

/** An order matches when it has a token in at least one range of every list. */
export type Search = TokenRange[][]

/** What of an order is searched. */
export interface SearchableOrder {
  /** Everything with letters and digits that identifies it or a part of it: order, payment, refund, shipment, SKU. */
  numbers: readonly string[]
  /** Payment references and tracking numbers: with them, a provider or carrier tells more about the customer. */
  references: readonly string[]
  names: readonly string[]
  places: readonly string[]
  phones: readonly string[]
  email: string
}

/** Every token of an order. */
export function tokenizeOrder({ numbers, references, names, places, phones, email }: SearchableOrder): string[] {
  const tokens = new Set<string>()
  for (const number of numbers) tokens.add(toNumberToken(number))
  for (const reference of references) tokens.add(toReferenceToken(reference))
  // Most orders have the same phone number, name and city several times.
  for (const phone of new Set(phones)) {
    const digits = toDigits(phone)
    if (digits.length >= minPhoneDigits) tokens.add(toPhoneToken(digits))
  }
  tokens.add(truncate(normalize(email)))
  for (const name of new Set([...names, email])) for (const word of tokenizeWords(name)) tokens.add(word)
  for (const name of new Set(names)) for (const word of tokenizePinyin(name)) tokens.add(word)
  for (const place of new Set(places)) for (const word of tokenizeWords(place)) tokens.add(toPlaceToken(word))
  for (const token of emptyTokens) tokens.delete(token)
  return [...tokens]
}

/** The tokens of texts without a letter or digit, which stand for nothing. */
const emptyTokens = ['', '#', '=']

/** The tokens of an order's email address, phone number and customer, which its customer's other orders have, too. */
export function toContactTokens(order: { email: string; phone: string; customerNumber: string | null }): string[] {
  const [email, digits] = [truncate(normalize(order.email)), toDigits(order.phone)]
  return [
    ...(email === '' ? [] : [email]),
    ...(digits.length >= minPhoneDigits ? [toPhoneToken(digits)] : []),
    ...(order.customerNumber === null ? [] : [toCustomerToken(order.customerNumber)]),
  ]
}

/** Every token of a shipment that was added to an order later. */
export const tokenizeShipment = ({ number, trackingNumber }: { number: string; trackingNumber: string }): string[] =>
  [toNumberToken(number), toReferenceToken(trackingNumber)].filter((token) => token !== '=')

/** The token of a number: letters and digits only, so that `#10248` and `10248`, `SO960704-00042` and `so96070400042` are the same. */
export const toNumberToken = (number: string): string =>
  truncate(`#${normalize(number).replaceAll(/[^\p{L}\p{N}]/gu, '')}`)

/** The token of a payment reference or a tracking number. */
export const toReferenceToken = (reference: string): string => `=${toNumberToken(reference).slice(1)}`

/** The token of a searched text that may be a number as a whole: one word. */
export const parseNumberToken = (text: string): string | undefined =>
  /\s/u.test(text.trim()) || toNumberToken(text) === '#' ? undefined : toNumberToken(text)

/**
 * What a search asks for, its first eight different words and of them the first twelve conditions; `undefined` if nothing can be found. Without `canSearchPersonal` names,
 * emails, phone numbers and references find nothing. With `isNumber` the text is an existing number: of the numbers only that one is found, not all
 * that begin with it, but the last four digits of a phone number, a name or a city may be the same.
 */
export function parseSearch(text: string, canSearchPersonal: boolean, isNumber = false): Search | undefined {
  const joined = normalize(text).replaceAll(spacedPhonePattern, (run) =>
    toDigits(run).length >= minSpacedPhoneDigits ? run.replaceAll(/\s/g, '') : run,
  )
  const terms = [...new Set(joined.split(/\s+/u).filter(Boolean))].slice(0, maxTerms)
  const toRange = isNumber ? exactRange : prefixRange
  const conditions = terms.flatMap((term) => {
    const number = isNumber ? text : term
    const reference = canSearchPersonal ? [toRange(toReferenceToken(number))] : []
    return parseTerm(term, canSearchPersonal, [toRange(toNumberToken(number)), ...reference])
  })
  const search = [...new Map(conditions.map((ranges) => [JSON.stringify(ranges), ranges])).values()].slice(
    0,
    maxConditions,
  )
  const findable = search.length > 0 && search.flat().every(({ from }) => !emptyTokens.includes(from))
  return findable ? search : undefined
}

/** What one word asks for; `numbers` are the ranges of the numbers that it may be. */
function parseTerm(term: string, canSearchPersonal: boolean, numbers: TokenRange[]): Search {
  const personal = (...ranges: TokenRange[]): TokenRange[] => (canSearchPersonal ? ranges : [])
  if (term.startsWith('#')) return [numbers]
  if (term.includes('@', 1)) return [[...personal(prefixRange(truncate(term))), ...numbers]]
  if (phonePattern.test(term)) return [[...personal(...phoneRanges(term), prefixRange(term)), ...numbers]]
  const words = splitWords(term)
  if (words.length === 0) return canSearchPersonal ? [] : [numbers]
  return words.flatMap((word) =>
    unspacedPattern.test(word)
      ? toBigrams(word).map((pair) => [...personal(exactRange(pair)), exactRange(toPlaceToken(pair)), ...numbers])
      : [[...personal(prefixRange(truncate(word))), prefixRange(toPlaceToken(word)), ...numbers]],
  )
}

/** A phone number by its last digits, with and without the country code and the zero in front of the area code. */
function phoneRanges(term: string): TokenRange[] {
  const digits = toDigits(term).replace(/^00/, '')
  const isInternational = term.startsWith('+') || term.startsWith('00')
  const withoutCountry = isInternational ? [1, 2, 3].map((length) => digits.slice(length)) : []
  const national = [...withoutCountry.filter(({ length }) => length >= minSpacedPhoneDigits), digits.replace(/^0+/, '')]
  return [...new Set([digits, ...national])]
    .filter(({ length }) => length >= minPhoneDigits)
    .map((suffix) => prefixRange(toPhoneToken(suffix)))
}

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
const normalize = (text: string): string =>
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
const splitWords = (text: string): string[] => text.match(wordPattern) ?? []
const truncate = (token: string): string =>
  token.length <= maxTokenLength ? token : [...token].slice(0, maxTokenLength).join('')
const toDigits = (text: string): string => normalize(text).replaceAll(/\D/g, '')
const toPhoneToken = (digits: string): string => truncate(`~${[...digits].toReversed().join('')}`)
const toPlaceToken = (word: string): string => truncate(`+${word}`)

/** The words of a text; of a run without spaces its characters and its pairs of neighbors. */
const tokenizeWords = (text: string): string[] =>
  splitWords(normalize(text))
    .flatMap((word) => (unspacedPattern.test(word) ? [...new Set([...word, ...toBigrams(word)])] : [word]))
    .map(truncate)

/** How Chinese names are typed in Latin letters: 王小芳 as `wangxiaofang`, without the family name as `xiaofang`, and by initials as `wxf`. */
function tokenizePinyin(name: string): string[] {
  return (name.match(hanPattern) ?? []).flatMap((run) => {
    const syllables = createNameSortKey(run).split(' ')
    const initials = syllables.map(([initial]) => initial).join('')
    return [syllables.join(''), ...(syllables.length > 1 ? [syllables.slice(1).join(''), initials] : [])].map(truncate)
  })
}
const hanPattern = /\p{Script=Han}+/gu

/** A run without spaces is searched by its pairs of neighbors, a single character by itself. */
function toBigrams(run: string): string[] {
  const characters = [...run]
  return characters.length === 1
    ? characters
    : characters.slice(1).map((second, index) => `${characters[index]}${second}`)
}

const assigneePrefix = ' @'
/** The token of the person who takes care of an order. */
export const toAssigneeToken = (userId: string): string => assigneePrefix + userId

/** What orders must lack: a token in a range, or an order of the same customer before them that was not cancelled. */
export type Exclusion = TokenRange | typeof earlierOrder
export const earlierOrder = 'earlier-order'

/** The token of the customer of an order. */
export const toCustomerToken = (customerNumber: string): string => ` %${customerNumber}`

const tagPrefix = ' #'
export const toTagToken = (tag: string): string => tagPrefix + tag

/** Matches only this token, because tokens contain no control characters. */
export const exactRange = (token: string): TokenRange => ({ from: token, to: `${token}\u0001` })
/** All tokens that begin like this one; the end is the last of all code points. */
export const prefixRange = (token: string): TokenRange => ({ from: token, to: `${token}\u{10FFFF}` })

/** The tokens of all tags. */
export const tagTokens = prefixRange(tagPrefix)
/** The tokens of all people who take care of orders. */
export const anyAssigneeTokens = prefixRange(assigneePrefix)
