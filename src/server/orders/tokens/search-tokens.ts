import type { AmountRange } from '#server/orders/tokens/amount-ranges.ts'
import { createNameSortKey } from '#server/list/name-sort-key.ts'
import {
  type Product,
  type ProductRange,
  toProductToken,
  withSku,
  withWords,
} from '#server/orders/tokens/product-tokens.ts'
import { normalize } from '#server/list/normalize.ts'
import {
  exactRange,
  isOwnNumberToken,
  isUnspaced,
  listNumberTokens,
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
 * The tokens of words. The same code makes them when an order is stored and when a text is searched, so both databases find the same orders. The first character is the kind: `#` a number,
 * `=` a reference of a payment provider or a carrier, `+` a word of a place, `~` a phone number read backwards; all others are words of names and email addresses. All but numbers
 * and places are personal data. Tokens of products, customers, tags, assignees and filters begin with a space, as no word does.
 */

/** Clauses of one search: with many more, PostgreSQL takes seconds to plan the query. */
const maxClauses = 12
/** Digits with the characters that people write between them, also typographic hyphens. */
const phonePattern = /^\+?[\d()./\p{Pd}]+$/u
const spacedPhonePattern = /(?<!\S)\+?[\d()./\p{Pd}]+(?:\s+[\d()./\p{Pd}]+)+(?!\S)/gu
/** The last four digits are enough to find a phone number. */
const minPhoneDigits = 4
/** Digits with spaces between them are one phone number if they are at least this many, otherwise several numbers. */
const minSpacedPhoneDigits = 7

/** One meaning of a searched word: a range of tokens of orders, of words of the products in them, or of totals of orders. */
export type TokenSet = TokenRange | ProductRange | AmountRange

/** A word or a filter as its possible meanings: an order matches if it is in at least one of these sets. */
export type Clause = TokenSet[]

/** An order matches if it matches every clause. */
export type Search = Clause[]

/** The searchable fields of an order. */
export interface SearchableOrder {
  /** Our numbers of the order and its documents. */
  numbers: readonly string[]
  /** Its number and ID in a shop. */
  shopNumbers: readonly string[]
  products: readonly Product[]
  /** Payment references and tracking numbers. They are personal data, because providers and carriers can be asked about the customer with them. */
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

/** The tokens of texts without a letter or digit, which are not stored. */
const emptyTokens = ['', '#', '=']

/** The tokens that the orders of one customer have in common: email address, phone number, number of the customer. */
export function toContactTokens(order: { email: string; phone: string; customerNumber: string | null }): string[] {
  const [email, digits] = [truncate(normalize(order.email)), toDigits(order.phone)]
  return [
    ...(email === '' ? [] : [email]),
    ...(digits.length >= minPhoneDigits ? [toPhoneToken(digits)] : []),
    ...(order.customerNumber === null ? [] : [toCustomerToken(order.customerNumber)]),
  ]
}

/** The tokens of a document that is added to an order: its number, and its payment reference or tracking number, which may be empty or without letters and digits. */
export const tokenizeDocument = (number: string, reference: string): string[] =>
  [toNumberToken(number), toReferenceToken(reference)].filter((token) => token !== '=')

/** The token of a payment reference or a tracking number. */
export const toReferenceToken = (reference: string): string => `=${toNumberToken(reference).slice(1)}`

/** The number token of a searched text, which may be a number as a whole; undefined for a text without a letter or digit. */
export const parseNumberToken = (text: string): string | undefined =>
  toNumberToken(text) === '#' ? undefined : toNumberToken(text)

/**
 * Parses a text into a search of at most twelve clauses, made of its first eight different terms; `undefined` if it cannot find anything. Without `canSearchPersonal`, names,
 * emails, phone numbers and references are not searched. `isNumber` says that the text is an existing number: then it is an exact number and no prefix of one, but it may still be the last four
 * digits of a phone number, a name or a city.
 */
export function parseSearch(text: string, canSearchPersonal: boolean, isNumber = false): Search | undefined {
  const joined = normalize(text).replaceAll(spacedPhonePattern, (run) =>
    toDigits(run).length >= minSpacedPhoneDigits ? run.replaceAll(/\s/g, '') : run,
  )
  const toRange = isNumber ? exactRange : prefixRange
  const clauses = splitTerms(joined).flatMap((term) => {
    const number = isNumber ? text : term
    const token = toNumberToken(number)
    // What begins with # is the number of an order, or a whole reference that is written so.
    const toReferenceRange = term.startsWith('#') ? exactRange : toRange
    const reference = canSearchPersonal ? [toReferenceRange(toReferenceToken(number))] : []
    // A complete number of ours cannot be a name or a product.
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
  const search = [...new Map(clauses.map((sets) => [JSON.stringify(sets), sets])).values()].slice(0, maxClauses)
  return search.length > 0 ? search : undefined
}

/** The clauses of one term; `numbers` are the numbers that it may mean. If the term has several words, a product must have all of them. */
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

/** A phone number by its last digits: the fewest that it may have without the country code and the zero in front of the area code, because all longer ones end with them. */
function phoneRanges(term: string): TokenRange[] {
  const written = toDigits(term)
  const digits = written.replace(/^00/, '')
  const isInternational = term.startsWith('+') || term.startsWith('00')
  const withoutCountry = isInternational ? [1, 2, 3].map((length) => digits.slice(length)) : []
  const national = [...withoutCountry.filter(({ length }) => length >= minSpacedPhoneDigits), digits.replace(/^0+/, '')]
  // Leading zeros do not always belong to a country or area code: 0013 may be the end of a number.
  const [shortest] = [written, digits, ...national]
    .filter(({ length }) => length >= minPhoneDigits)
    .toSorted((a, b) => a.length - b.length)
  return shortest === undefined ? [] : [prefixRange(toPhoneToken(shortest))]
}

const toDigits = (text: string): string => normalize(text).replaceAll(/\D/g, '')
const toPhoneToken = (digits: string): string => truncate(`~${[...digits].toReversed().join('')}`)
const toPlaceToken = (word: string): string => truncate(`+${word}`)

/** The words of a text; for a run without spaces its characters and its bigrams. */
const tokenizeWords = (text: string): string[] =>
  splitWords(normalize(text))
    .flatMap((word) => (isUnspaced(word) ? [...new Set([...word, ...toBigrams(word)])] : [word]))
    .map(truncate)

/** An email address and its words, except words that are a prefix of the address: searches match prefixes, so they find the address itself. */
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
/** The token of the assignee of an order. */
export const toAssigneeToken = (userId: string): string => assigneePrefix + userId

/** What an order must not have: a token in a set, or an earlier order of the same customer that was not cancelled. */
export type Exclusion = TokenSet | typeof earlierOrder
export const earlierOrder = 'earlier-order'

/** The token of the customer of an order. */
export const toCustomerToken = (customerNumber: string): string => ` %${customerNumber}`

const tagPrefix = ' #'
export const toTagToken = (tag: string): string => tagPrefix + tag

/** The tokens of all tags. */
export const tagTokens = prefixRange(tagPrefix)
/** The tokens of all assignees. */
export const anyAssigneeTokens = prefixRange(assigneePrefix)
