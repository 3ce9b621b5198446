import { cutText } from '#shared/cut-text.ts'
import { toMoney } from '#server/orders/order-money.ts'
import { exactRange, prefixRange, singleTokenOf, type TokenRange } from '#server/orders/tokens/search-words.ts'
import { isShared } from '#server/orders/tokens/token-parts.ts'
import type { TokenSet } from '#server/orders/tokens/search-tokens.ts'
import type { PlacedSpan } from '#server/orders/tokens/placed-span.ts'
import type { OrderRecord } from '#server/db/schema/orders.ts'
import type { Filter } from '#shared/list/filter.ts'
import type { balanceValues, hasValues } from '#shared/orders/list.ts'
import { balanceOf } from '#shared/orders/order.ts'
import { normalizeProvider } from '#shared/payment-providers.ts'
import type { Address } from '#shared/orders/views.ts'
import { addDays, dayOf, lastDayOfMonth, startOfDay } from '#shared/time.ts'

/**
 * Filter tokens: an order has a token for each value that a filter of the list may ask for, such as its source, country, payment methods and days. They begin with a space, like the tokens
 * of tags and unlike those of words. The second character is the kind of the token.
 */

/** The fields of an order from which filter tokens are made. */
type FilteredOrder = Pick<
  OrderRecord,
  | 'source'
  | 'status'
  | 'total_minor'
  | 'captured_minor'
  | 'refunded_minor'
  | 'refund_pending_minor'
  | 'granted_minor'
  | 'dispute_open_minor'
  | 'dispute_lost_minor'
  | 'dispute_offset_minor'
  | 'shipping_address'
  | 'billing_address'
  | 'note'
  | 'changed_at'
  | 'import_number'
>

/** The money fields that are zero for an order that was just imported. */
export const noOpenMoney = {
  refund_pending_minor: 0,
  dispute_open_minor: 0,
  dispute_lost_minor: 0,
  dispute_offset_minor: 0,
}

/** The fields of its documents from which filter tokens are made; times in ms. */
export interface FilteredDocuments {
  providers: readonly string[]
  paidAt: readonly number[]
  /** The times of shipments that were not cancelled. */
  shippedAt: readonly number[]
  /** The times of refunds that succeeded. */
  refundedAt: readonly number[]
  /** The numbers of cancelled shipments, such as `SH260923-00042`. */
  cancelledShipmentNumbers: readonly string[]
  /** The numbers of all refunds. */
  refundNumbers: readonly string[]
  /** Whether it has a note of staff that is not struck through. */
  hasNote: boolean
}

/**
 * The prefixes of day tokens. Four are for filters. The last two are for days in numbers of documents that are not days of a filter: a cancelled shipment has no shipping day, and a refund may be
 * recorded on another day than paid. The month of each day is a token, too, so a year is twelve tokens.
 */
const dayPrefixes = {
  paid: ' dp',
  shipped: ' ds',
  refunded: ' dr',
  changed: ' dc',
  cancelledShipmentNumbers: ' dh',
  refundNumbers: ' df',
} as const
export type DayTokenField = keyof typeof dayPrefixes

/** All filter tokens of an order; days are in the time zone of the book. */
export function tokenizeFilters(order: FilteredOrder, documents: FilteredDocuments, timeZone: string): string[] {
  const balance = balanceOf(toMoney(order))
  const country = countryOf(order)
  const toTokens = (field: DayTokenField, days: readonly string[]) =>
    days.flatMap((day) => [dayPrefixes[field] + day, toMonthToken(dayPrefixes[field] + day)])
  const toDayTokens = (field: DayTokenField, times: readonly number[]) =>
    toTokens(
      field,
      times.map((time) => dayOf(time, timeZone)),
    )
  return [
    ...new Set([
      toSourceToken(order.source),
      ...(order.import_number === null ? [] : [toImportToken(order.import_number)]),
      ...(country === '' ? [] : [toCountryToken(country)]),
      ...(balance === 0 || order.status === 'draft' ? [] : [toBalanceToken(balance > 0 ? 'due' : 'owed')]),
      ...documents.providers.map(toMethodToken),
      ...(documents.hasNote ? [toHasToken('note')] : []),
      ...(order.note === '' ? [] : [toHasToken('customer_note')]),
      ...(order.refunded_minor + order.refund_pending_minor > 0 ? [toHasToken('refund')] : []),
      ...(order.dispute_open_minor + order.dispute_lost_minor > 0 ? [toHasToken('dispute')] : []),
      ...(order.dispute_open_minor > 0 ? [toHasToken('open_dispute')] : []),
      ...toDayTokens('paid', documents.paidAt),
      ...toDayTokens('shipped', documents.shippedAt),
      ...toDayTokens('refunded', documents.refundedAt),
      ...toDayTokens('changed', [order.changed_at]),
      ...toTokens('cancelledShipmentNumbers', documents.cancelledShipmentNumbers.map(dayOfNumber)),
      ...toTokens('refundNumbers', documents.refundNumbers.map(dayOfNumber)),
    ]),
  ]
}

/** The day in one of our numbers. */
const dayOfNumber = (number: string): string => `20${number.slice(2, 4)}-${number.slice(4, 6)}-${number.slice(6, 8)}`

/** Whether a token of an order comes from `tokenizeFilters`, and not from its tags, assignee, customer or products. */
export const isFilterToken = (token: string): boolean => token.startsWith(' ') && !/^ [#@%~]/.test(token)

export const sourceTokens = prefixRange(' &')
export const toSourceToken = (source: string): string => ` &${source}`

export const toImportToken = (number: string): string => importTokenPrefix + number.toUpperCase()

/** The tokens of imports begin with it. */
export const importTokenPrefix = ' +'

export const methodTokens = prefixRange(' !')
export const toMethodToken = (provider: string): string => ` !${cutText(normalizeProvider(provider), 60)}`

export const countryTokens = prefixRange(' ^')
export const toCountryToken = (country: string): string => ` ^${normalizeName(country)}`

export const toBalanceToken = (balance: (typeof balanceValues)[number]): string => ` =${balance}`
export const toHasToken = (part: (typeof hasValues)[number]): string => ` *${part}`

const normalizeName = (name: string): string => cutText(name.normalize('NFKC').trim().toLowerCase(), 60)

/** The country of the shipping address, or of the billing address if that has none. */
function countryOf(order: Pick<FilteredOrder, 'shipping_address' | 'billing_address'>): string {
  const read = (address: string): string => (JSON.parse(address) as Address).country
  return (read(order.shipping_address) || read(order.billing_address)).trim()
}

/** A comparison of an amount or a day with one end of a range. */
export type RangeComparison = Extract<Filter, { op: '<' | '<=' | '>' | '>=' }>

/** Whether an order has at most one posting in a clause with this set: it has one total, and one day and one month of its last change. */
export const isOnePerOrder = (set: TokenSet): boolean =>
  'currency' in set ||
  ('from' in set && [dayPrefixes.changed, toMonthPrefix(dayPrefixes.changed)].some((each) => set.from.startsWith(each)))

/** All day tokens of a field. */
export const allDayTokens = (field: DayTokenField): TokenRange => prefixRange(dayPrefixes[field])

/** The tokens of the days `YYYY-MM-DD` from `from` to `to`, both included. */
export const toDayRange = (field: DayTokenField, from: string, to: string): TokenRange => ({
  from: dayPrefixes[field] + from,
  to: exactRange(dayPrefixes[field] + to).to,
})

/** Maximum number of posting lists that are merged. */
export const maxMergedTokens = 100

/**
 * The tokens whose posting lists can be merged in the order of the list, in place of some sets: all in the shared part, and a range of days as a token for each whole month and each other day.
 * Undefined for words, products and amounts, and for more than `maxMergedTokens` tokens.
 */
export function listSingleTokens(sets: readonly TokenSet[]): string[] | undefined {
  const tokens: string[] = []
  for (const range of sets) {
    if (!('from' in range)) return undefined
    const last = range.to.slice(0, -1)
    if (singleTokenOf(range) !== undefined && isShared(range.from)) tokens.push(range.from)
    else if (!isDayToken(range.from) || !isDayToken(last)) return undefined
    else
      for (let token = range.from; token <= last;) {
        const endOfMonth = endOfMonthOf(token)
        const isWholeMonth = token.endsWith('-01') && endOfMonth <= last
        tokens.push(isWholeMonth ? toMonthToken(token) : token)
        if (tokens.length > maxMergedTokens) return undefined
        token = nextDayToken(isWholeMonth ? endOfMonth : token)
      }
  }
  return tokens.length <= maxMergedTokens ? tokens : undefined
}

const dayTokenPattern = /^ d[a-z]\d{4}-\d\d-\d\d$/
/** Whether a token is a day token. */
export const isDayToken = (token: string): boolean => dayTokenPattern.test(token)
const nextDayToken = (token: string): string => token.slice(0, 3) + addDays(token.slice(3), 1)
const toMonthPrefix = (dayPrefix: string): string => ` m${dayPrefix.slice(2)}`
const toMonthToken = (token: string): string => toMonthPrefix(token).slice(0, -3)

/**
 * The day and month tokens of one field among some tokens, each with the part of a span in which orders were placed `delayDays` before the day or month. The parts do not overlap, so
 * they have each order once at most, whatever days it has.
 */
export function toDisjointSpans(
  tokens: readonly string[],
  { from, until }: PlacedSpan,
  { delayDays, timeZone }: { delayDays: number; timeZone: string },
): [string, PlacedSpan][] {
  const ofDays = tokens.filter((token) => /^ [dm]/.test(token))
  const startOf = (day: string): number => startOfDay(addDays(day, -delayDays), timeZone)
  return ofDays
    .filter((token) => token[2] === ofDays[0]?.[2])
    .flatMap((token) => {
      const days = token.slice(3)
      const [first, last] = token.startsWith(' m') ? [`${days}-01`, lastDayOfMonth(days)] : [days, days]
      const [start, end] = [startOf(first), startOf(addDays(last, 1))]
      const part = { from: Math.max(start, from ?? start), until: Math.min(end, until ?? end) }
      return part.from < part.until ? [[token, part]] : []
    })
}
const endOfMonthOf = (token: string): string => token.slice(0, -2) + lastDayOfMonth(token.slice(3, -3)).slice(-2)
