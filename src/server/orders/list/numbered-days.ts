import type { Db } from '#server/db/database.ts'
import { allDayTokens, type DayTokenField, isDayToken, toDayRange } from '#server/orders/tokens/filter-tokens.ts'
import { hasOrdersFrom } from '#server/orders/list/list-store.ts'
import { countPostings } from '#server/orders/tokens/token-sets-store.ts'
import type { Search, TokenSet } from '#server/orders/tokens/search-tokens.ts'
import { prefixRange, type TokenRange } from '#server/orders/tokens/search-words.ts'
import { findFirstAndLastToken } from '#server/orders/tokens/token-store.ts'
import type { Filter } from '#shared/list/filter.ts'
import { lastDayOfMonth } from '#shared/time.ts'

/** A search with a prefix of our order numbers. */
interface NumberedDays {
  /** The orders whose numbers have the prefix are the orders placed on these days. */
  days: [Filter, Filter]
  /** Other meanings of the word that some order has. */
  sets: TokenSet[]
  /** The other clauses. */
  others: Search
}

/**
 * Finds a prefix of our order numbers in a search. Numbers that begin with SO2510 are those of October 2025, so their orders are read by date,
 * and their number tokens are not collected. Undefined without such a prefix.
 */
export async function splitNumberedDays(db: Db, search: Search): Promise<NumberedDays | undefined> {
  const word = search.find((sets) => sets.some((set) => toDays(set)))
  const own = word?.find((set) => toDays(set))
  const days = own && toDays(own)
  // A number has a year without the century. No number is of a year before 1970.
  if (!word || !days || (await hasOrdersFrom(db, endOfCenturyMs))) return undefined
  const counted = await countPostings(
    db,
    word.filter((set) => set !== own).map((set) => [set]),
    { placed: {}, limit: 1 },
  )
  return {
    days: [
      { op: '>=', field: 'placed', value: days.from },
      { op: '<=', field: 'placed', value: days.to },
    ],
    sets: counted.flat().flatMap(({ set, count }) => (count > 0 ? [set] : [])),
    others: search.filter((each) => each !== word),
  }
}

const endOfCenturyMs = Date.UTC(2099, 11, 31)

/** The day tokens for the numbers of each kind of document. A payment is numbered by the day on which it was paid, a shipment by the day on which it left, a refund by the day on which it was recorded. */
const documentDays = {
  py: ['paid'],
  sh: ['shipped', 'cancelledShipmentNumbers'],
  rf: ['refundNumbers'],
} as const satisfies Record<string, readonly DayTokenField[]>
type DocumentKind = keyof typeof documentDays
const documentKinds = Object.keys(documentDays) as DocumentKind[]

/**
 * Replaces prefixes of numbers of payments, shipments or refunds in a search by the tokens of the days that these numbers contain: posting lists of days can be merged in the
 * order of the list, a prefix range of numbers cannot. Returns other searches unchanged.
 */
export async function toDocumentDays(db: Db, search: Search): Promise<Search> {
  const kindOf = (set: TokenSet) => documentKinds.find((kind) => toDays(set, kind))
  const kinds = documentKinds.filter((kind) => search.flat().some((set) => kindOf(set) === kind))
  if (kinds.length === 0 || (await hasOrdersFrom(db, endOfCenturyMs))) return search
  const words = search.filter((sets) => sets.some(kindOf))
  const findEnds = async (field: DayTokenField) =>
    [field, await findFirstAndLastToken(db, allDayTokens(field))] as const
  const ends = new Map(await Promise.all(kinds.flatMap((kind) => documentDays[kind].map(findEnds))))
  const toTokens = (set: TokenSet): TokenSet[] => {
    const kind = kindOf(set)
    const days = kind && toDays(set, kind)
    if (!days) return [set]
    return documentDays[kind].flatMap((field) => {
      const { first, last } = ends.get(field) ?? {}
      const [firstDay = '', lastDay = ''] = [first, last].map((token) => token?.slice(-10))
      const [from, to] = [days.from > firstDay ? days.from : firstDay, days.to < lastDay ? days.to : lastDay]
      return from <= to ? [toDayRange(field, from, to)] : []
    })
  }
  // Sets without postings are removed, so that a word of which only days remain is recognized as days.
  const counted = await countPostings(
    db,
    words.map((sets) => sets.flatMap(toTokens)),
    { placed: {}, limit: 1 },
  )
  const used = new Map(
    words.map((word, index) => [word, (counted[index] ?? []).flatMap(({ set, count }) => (count > 0 ? [set] : []))]),
  )
  return search.map((word) => used.get(word) ?? word)
}

/**
 * Finds a word that means either days of documents or something else, such as a number of a shop or an SKU. The days alone can be read in the order of the list; the few orders that match only the
 * rest are a second search. Undefined without such a word.
 */
export function splitDocumentDays(
  search: Search,
): { days: TokenRange[]; sets: TokenSet[]; others: Search } | undefined {
  for (const word of search) {
    const days = word.filter(isDays)
    if (days.length > 0 && days.length < word.length)
      return { days, sets: word.filter((set) => !isDays(set)), others: search.filter((each) => each !== word) }
  }
  return undefined
}

const isDays = (set: TokenSet): set is TokenRange => 'from' in set && isDayToken(set.from)

/** The days of all numbers with the prefix of a set, possibly none (`from` after `to`); undefined for other sets. */
function toDays(set: TokenSet, kind: 'so' | DocumentKind = 'so'): { from: string; to: string } | undefined {
  if (!('from' in set) || set.to !== prefixRange(set.from).to) return undefined
  const [, ofKind, digits] = /^#(so|py|sh|rf)([0-6]\d{0,5})$/.exec(set.from) ?? []
  return ofKind !== kind || digits === undefined ? undefined : { from: firstDayFrom(digits), to: lastDayUntil(digits) }
}

const split = (digits: string): [year: number, month: number, day: number] => [
  2000 + Number(digits.slice(0, 2)),
  Number(digits.slice(2, 4)),
  Number(digits.slice(4)),
]

const toDay = (year: number, month: number, day = 1): string =>
  `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`

/** The first day whose digits `YYMMDD` have this prefix, or the first one after it if there is none. */
function firstDayFrom(digits: string): string {
  const [year, month, day] = split(digits.padEnd(6, '0'))
  if (month > 12) return toDay(year + 1, 1)
  if (month === 0) return toDay(year, 1)
  if (toDay(year, month, day) <= lastDayOfMonth(toDay(year, month).slice(0, 7))) return toDay(year, month, day || 1)
  return month === 12 ? toDay(year + 1, 1) : toDay(year, month + 1)
}

/** The last day whose digits `YYMMDD` have this prefix, or the last one before it if there is none. */
function lastDayUntil(digits: string): string {
  const [year, month, day] = split(digits.padEnd(6, '9'))
  if (month > 12) return toDay(year, 12, 31)
  if (month === 0) return toDay(year - 1, 12, 31)
  const last = lastDayOfMonth(toDay(year, month).slice(0, 7))
  return toDay(year, month, day) < last ? toDay(year, month, day) : last
}
