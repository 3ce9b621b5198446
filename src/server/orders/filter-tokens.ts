import { toMoney } from '#server/orders/order-money.ts'
import { exactRange, prefixRange, singleTokenOf, type TokenRange } from '#server/orders/search-words.ts'
import { amountPrefix, isShared } from '#server/db/token-parts.ts'
import type { TokenSet } from '#server/orders/search-tokens.ts'
import type { OrderRecord } from '#server/orders/store.ts'
import type { Filter } from '#shared/list/filter.ts'
import { decimalsOf } from '#shared/money.ts'
import type { balanceValues, hasValues } from '#shared/orders/list.ts'
import { balanceOf } from '#shared/orders/order.ts'
import { normalizeProvider } from '#shared/payment-providers.ts'
import type { Address } from '#shared/orders/views.ts'
import { addDays, dayOf, lastDayOfMonth } from '#shared/time.ts'

/**
 * The tokens by which the filters of the list find orders: where they come from and go to, what they cost, and what is on them. Like those
 * of tags they begin with a space, as no word does. The second character says what a token is.
 */

/** What of an order is filtered by tokens. */
type FilteredOrder = Pick<
  OrderRecord,
  | 'source'
  | 'currency'
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

/** What an order that was just imported has none of. */
export const noOpenMoney = {
  refund_pending_minor: 0,
  dispute_open_minor: 0,
  dispute_lost_minor: 0,
  dispute_offset_minor: 0,
}

/** What of its documents is; times in ms. */
export interface FilteredDocuments {
  providers: readonly string[]
  paidAt: readonly number[]
  /** Of shipments that were not cancelled. */
  shippedAt: readonly number[]
  /** Of refunds that succeeded. */
  refundedAt: readonly number[]
  /** Whether it has a note of staff that is not struck through. */
  hasNote: boolean
}

/** The filters by days that are found by tokens. The month of each day is a token, too, so that a year is twelve of them. */
const dayPrefixes = { paid: ' dp', shipped: ' ds', refunded: ' dr', changed: ' dc' } as const
export type DayTokenField = keyof typeof dayPrefixes

/** Every token of the filters of an order, days in the book's time zone. */
export function tokenizeFilters(order: FilteredOrder, documents: FilteredDocuments, timeZone: string): string[] {
  const balance = balanceOf(toMoney(order))
  const country = countryOf(order)
  const toDayTokens = (field: DayTokenField, times: readonly number[]) =>
    times.flatMap((time) => {
      const token = dayPrefixes[field] + dayOf(time, timeZone)
      return [token, toMonthToken(token)]
    })
  return [
    ...new Set([
      toSourceToken(order.source),
      ...(order.import_number === null ? [] : [toImportToken(order.import_number)]),
      toAmountToken(order.currency, order.total_minor),
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
    ]),
  ]
}

/** Whether `tokenizeFilters` makes a token, of all that an order has. */
export const isFilterToken = (token: string): boolean => token.startsWith(' ') && !/^ [#@%~]/.test(token)

export const sourceTokens = prefixRange(' &')
export const toSourceToken = (source: string): string => ` &${source}`

export const toImportToken = (number: string): string => importTokenPrefix + number.toUpperCase()

/** With it the token of an import begins. */
export const importTokenPrefix = ' +'

export const methodTokens = prefixRange(' !')
export const toMethodToken = (provider: string): string => ` !${normalizeProvider(provider).slice(0, 60)}`

export const countryTokens = prefixRange(' ^')
export const toCountryToken = (country: string): string => ` ^${normalizeName(country)}`

export const toBalanceToken = (balance: (typeof balanceValues)[number]): string => ` =${balance}`
export const toHasToken = (part: (typeof hasValues)[number]): string => ` *${part}`

const normalizeName = (name: string): string => name.normalize('NFKC').trim().toLowerCase().slice(0, 60)

/** The country of the shipping address, or of the billing address if that has none. */
function countryOf(order: Pick<FilteredOrder, 'shipping_address' | 'billing_address'>): string {
  const read = (address: string): string => (JSON.parse(address) as Address).country
  return (read(order.shipping_address) || read(order.billing_address)).trim()
}

/** Amounts of a currency in their order: the digits of base 36, 11 of which are enough for every safe integer. */
const toAmountToken = (currency: string, minor: number): string =>
  `${amountPrefix}${currency}${minor.toString(36).padStart(11, '0')}`

/** A comparison of an amount or a day with an end of a range. */
export type RangeComparison = Extract<Filter, { op: '<' | '<=' | '>' | '>=' }>

/** The tokens of totals within bounds in units of a currency; undefined if none can be. */
export function toAmountRange(currency: string, comparisons: readonly RangeComparison[]): TokenRange | undefined {
  const { first, last } = toAmountBounds(currency, comparisons)
  if (first > last) return undefined
  return { from: toAmountToken(currency, first), to: exactRange(toAmountToken(currency, last)).to }
}

/** Whether no order has several of some tokens: they are amounts, or days of the last change. */
export const hasOneAtMost = (set: TokenSet): boolean =>
  'from' in set && [amountPrefix, dayPrefixes.changed].some((prefix) => set.from.startsWith(prefix))

/** The same as `toAmountRange` for the columns of an order in one of some currencies. */
export const toTotalsFilter = (currencies: readonly string[], comparisons: readonly RangeComparison[]): Filter => ({
  op: 'or',
  filters: currencies.map((currency) => {
    const { first, last } = toAmountBounds(currency, comparisons)
    return {
      op: 'and',
      filters: [
        { op: 'in', field: 'currency', values: [currency] },
        { op: '>=', field: 'total_minor', value: first },
        { op: '<=', field: 'total_minor', value: last },
      ],
    }
  }),
})

/** The first and the last total in minor units within bounds in units of a currency; the first is beyond the last if there is none. */
export function toAmountBounds(
  currency: string,
  comparisons: readonly RangeComparison[],
): { first: number; last: number } {
  let [first, last] = [0, Number.MAX_SAFE_INTEGER]
  for (const comparison of comparisons) {
    const minor = toMinor(String(comparison.value), currency)
    if (comparison.op === '>=') first = Math.max(first, Math.ceil(minor))
    else if (comparison.op === '>') first = Math.max(first, Math.floor(minor) + 1)
    else if (comparison.op === '<=') last = Math.min(last, Math.floor(minor))
    else last = Math.min(last, Math.ceil(minor) - 1)
  }
  return { first, last }
}

/** Minor units of a decimal with up to four digits after the point; not a whole number where the currency has fewer. */
function toMinor(decimal: string, currency: string): number {
  const [whole = '', fraction = ''] = decimal.split('.')
  return Number(whole + fraction.padEnd(4, '0')) / 10 ** (4 - decimalsOf(currency))
}

/** All tokens of days of a field. */
export const allDayTokens = (field: DayTokenField): TokenRange => prefixRange(dayPrefixes[field])

/** The tokens of days, `YYYY-MM-DD`, both included. */
export const toDayRange = (field: DayTokenField, from: string, to: string): TokenRange => ({
  from: dayPrefixes[field] + from,
  to: exactRange(dayPrefixes[field] + to).to,
})

/** Most tokens that are merged by the date of their orders. */
export const maxMergedTokens = 100

/**
 * The single tokens that ranges consist of, each of which has its orders sorted by date; undefined for ranges of many tokens, for words and for products. A range of
 * days is one token for each whole month and each other day.
 */
export function listSingleTokens(ranges: readonly TokenSet[]): string[] | undefined {
  const tokens: string[] = []
  for (const range of ranges) {
    if ('words' in range) return undefined
    const last = range.to.slice(0, -1)
    if (singleTokenOf(range) !== undefined && isShared(range.from)) tokens.push(range.from)
    else if (!dayTokenPattern.test(range.from) || !dayTokenPattern.test(last)) return undefined
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
const nextDayToken = (token: string): string => token.slice(0, 3) + addDays(token.slice(3), 1)
const toMonthToken = (token: string): string => ` m${token.slice(2, -3)}`
const endOfMonthOf = (token: string): string => token.slice(0, -2) + lastDayOfMonth(token.slice(3, -3)).slice(-2)
