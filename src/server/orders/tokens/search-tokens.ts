import type { AmountRange } from '#server/orders/tokens/amount-ranges.ts'
import { createNameSortKey } from '#server/name-sort-key.ts'
import {
  type Product,
  type ProductRange,
  toProductToken,
  withSku,
  withWords,
} from '#server/orders/tokens/product-tokens.ts'
import {
  exactRange,
  isOwnNumberToken,
  isUnspaced,
  listNumberTokens,
  normalize,
  prefixRange,
  spellingsOfNumber,
  splitTerms,
  splitWords,
  toBigrams,
  type TokenRange,
  toNumberToken,
  toShopNumberToken,
  truncate,
} from '#server/orders/tokens/search-words.ts'

/**
 * The tokens by which orders are found. They are cut by the same code when an order is stored and when someone searches, so both
 * databases give the same answers. The first character says what a token is: `#` a number, `=` the number of a payment provider or a
 * carrier, `+` a word of a place, `~` a phone number read backwards; all others are words of names and email addresses. All but numbers
 * and places are personal data. A space begins the tokens of an order's products and customer and of what staff set on it, for filters; no text begins with one.
 */

/** Conditions of one search: with many more, PostgreSQL takes seconds to plan the query. */
const maxConditions = 12
/** Digits with what people write between them, also typographic hyphens. */
const phonePattern = /^\+?[\d()./\p{Pd}]+$/u
const spacedPhonePattern = /(?<!\S)\+?[\d()./\p{Pd}]+(?:\s+[\d()./\p{Pd}]+)+(?!\S)/gu
/** The last four digits are enough to find a phone number. */
const minPhoneDigits = 4
/** Digits with spaces between them are one phone number from this length on, otherwise several numbers. */
const minSpacedPhoneDigits = 7

/** What a word of a search may be: tokens of orders, words of the products in them, or totals of orders. */
export type TokenSet = TokenRange | ProductRange | AmountRange

/** An order matches when it has a token in at least one range of every list. */
export type Search = TokenSet[][]

/** The searchable fields of an order. */
export interface SearchableOrder {
  /** Our numbers of it and of its parts: order, payment, refund, shipment. */
  numbers: readonly string[]
  /** Its ID in a shop. */
  shopNumbers: readonly string[]
  products: readonly Product[]
  /** Payment references and tracking numbers: with them, a provider or carrier tells more about the customer. */
  references: readonly string[]
  names: readonly string[]
  places: readonly string[]
  phones: readonly string[]
  email: string
}

/** Every token of an order. */
export function tokenizeOrder(order: SearchableOrder): string[] {
  const { numbers, shopNumbers, products, references, names, places, phones, email } = order
  const tokens = new Set<string>()
  for (const number of numbers) tokens.add(toNumberToken(number))
  for (const number of shopNumbers) tokens.add(toShopNumberToken(number))
  for (const product of products) tokens.add(toProductToken(product))
  for (const reference of references) tokens.add(toReferenceToken(reference))
  // Most orders have the same phone number, name and city several times.
  for (const phone of new Set(phones)) {
    const digits = toDigits(phone)
    if (digits.length >= minPhoneDigits) tokens.add(toPhoneToken(digits))
  }
  for (const word of tokenizeEmail(email)) tokens.add(word)
  for (const name of new Set(names)) for (const word of tokenizeWords(name)) tokens.add(word)
  for (const name of new Set(names)) for (const word of tokenizePinyin(name)) tokens.add(word)
  for (const place of new Set(places)) for (const word of tokenizeWords(place)) tokens.add(toPlaceToken(word))
  for (const token of emptyTokens) tokens.delete(token)
  return [...tokens]
}

/** The tokens of texts without a letter or digit: they match nothing. */
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

/** The tokens of a document that was added to an order later: its number, and its payment reference or tracking number, which may be empty or have only signs. */
export const tokenizeDocument = (number: string, reference: string): string[] =>
  [toNumberToken(number), toReferenceToken(reference)].filter((token) => token !== '=')

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
  const toRange = isNumber ? exactRange : prefixRange
  const conditions = splitTerms(joined).flatMap((term) => {
    const number = isNumber ? text : term
    const token = toNumberToken(number)
    const reference = canSearchPersonal ? [toRange(toReferenceToken(number))] : []
    // A whole number of ours is no name and no product.
    if (isOwnNumberToken(token)) return [[...spellingsOfNumber(token).map(toRange), ...reference]]
    const completed = listNumberTokens(number).filter((each) => each !== token)
    const numbers = [
      ...spellingsOfNumber(token).map(toRange),
      ...completed.map(exactRange),
      ...reference,
      withSku(toRange(token)),
    ]
    return parseTerm(term, canSearchPersonal, numbers)
  })
  const search = [...new Map(conditions.map((sets) => [JSON.stringify(sets), sets])).values()].slice(0, maxConditions)
  return search.length > 0 ? search : undefined
}

/** What one word asks for; `numbers` are the numbers that it may be. Of several words in it, a product has to have all. */
function parseTerm(term: string, canSearchPersonal: boolean, numbers: TokenSet[]): Search {
  const personal = (...ranges: TokenRange[]): TokenRange[] => (canSearchPersonal ? ranges : [])
  if (term.startsWith('#')) return [numbers]
  if (term.includes('@', 1)) return [[...personal(prefixRange(truncate(term))), ...numbers]]
  const products = withWords(term)
  const others = products ? [...numbers, products] : numbers
  if (phonePattern.test(term)) return [[...personal(...phoneRanges(term), prefixRange(term)), ...others]]
  return splitWords(term).flatMap((word) =>
    isUnspaced(word)
      ? toBigrams(word).map((pair) => [...personal(exactRange(pair)), exactRange(toPlaceToken(pair)), ...others])
      : [[...personal(prefixRange(truncate(word))), prefixRange(toPlaceToken(word)), ...others]],
  )
}

/** A phone number by its last digits, with and without the country code and the zero in front of the area code. */
function phoneRanges(term: string): TokenRange[] {
  const written = toDigits(term)
  const digits = written.replace(/^00/, '')
  const isInternational = term.startsWith('+') || term.startsWith('00')
  const withoutCountry = isInternational ? [1, 2, 3].map((length) => digits.slice(length)) : []
  const national = [...withoutCountry.filter(({ length }) => length >= minSpacedPhoneDigits), digits.replace(/^0+/, '')]
  // Zeros are not always those of a country or an area: 0013 may be the end of a number.
  return [...new Set([written, digits, ...national])]
    .filter(({ length }) => length >= minPhoneDigits)
    .map((suffix) => prefixRange(toPhoneToken(suffix)))
}

const toDigits = (text: string): string => normalize(text).replaceAll(/\D/g, '')
const toPhoneToken = (digits: string): string => truncate(`~${[...digits].toReversed().join('')}`)
const toPlaceToken = (word: string): string => truncate(`+${word}`)

/** The words of a text; of a run without spaces its characters and its pairs of neighbors. */
const tokenizeWords = (text: string): string[] =>
  splitWords(normalize(text))
    .flatMap((word) => (isUnspaced(word) ? [...new Set([...word, ...toBigrams(word)])] : [word]))
    .map(truncate)

/** An email address and its words, but not the one that it begins with: words are found by their beginnings, so the address is found by it. */
function tokenizeEmail(email: string): string[] {
  const address = truncate(normalize(email))
  return [address, ...tokenizeWords(email).filter((word) => isUnspaced(word) || !address.startsWith(word))]
}

/** How Chinese names are typed in Latin letters: 王小芳 as `wangxiaofang`, without the family name as `xiaofang`, and by initials as `wxf`. */
function tokenizePinyin(name: string): string[] {
  return (name.match(hanPattern) ?? []).flatMap((run) => {
    const syllables = createNameSortKey(run).split(' ')
    const initials = syllables.map(([initial]) => initial).join('')
    return [syllables.join(''), ...(syllables.length > 1 ? [syllables.slice(1).join(''), initials] : [])].map(truncate)
  })
}
const hanPattern = /\p{Script=Han}+/gu

const assigneePrefix = ' @'
/** The token of the person who takes care of an order. */
export const toAssigneeToken = (userId: string): string => assigneePrefix + userId

/** What orders must lack: a token in a range, a product, or an order of the same customer before them that was not cancelled. */
export type Exclusion = TokenSet | typeof earlierOrder
export const earlierOrder = 'earlier-order'

/** The token of the customer of an order. */
export const toCustomerToken = (customerNumber: string): string => ` %${customerNumber}`

const tagPrefix = ' #'
export const toTagToken = (tag: string): string => tagPrefix + tag

/** The tokens of all tags. */
export const tagTokens = prefixRange(tagPrefix)
/** The tokens of all people who take care of orders. */
export const anyAssigneeTokens = prefixRange(assigneePrefix)
