import { toAmountRange, toTotalsFilter } from '#server/orders/tokens/amount-ranges.ts'
import type { RequestContext } from '#server/context.ts'
import { ownValue } from '#shared/list/filter-fields.ts'
import { findCustomerNumbers } from '#server/customers/find-customer.ts'
import type { Db } from '#server/db/database.ts'
import { findUserIds } from '#server/staff/name-query.ts'
import { findSkuTokens } from '#server/orders/tokens/product-store.ts'
import { findFirstAndLastToken } from '#server/orders/tokens/token-store.ts'
import { listCountrySpellings } from '#shared/countries.ts'
import * as filterTokens from '#server/orders/tokens/filter-tokens.ts'
import {
  anyAssigneeTokens,
  type Clause,
  earlierOrder,
  type Exclusion,
  type Search,
  type TokenSet,
  toAssigneeToken,
  toCustomerToken,
  toTagToken,
} from '#server/orders/tokens/search-tokens.ts'
import { findUnknown } from '#server/orders/list/known-values.ts'
import { type ProductRange, withSku, withWords } from '#server/orders/tokens/product-tokens.ts'
import { normalize } from '#server/list/normalize.ts'
import { exactRange, type TokenRange, toNumberToken } from '#server/orders/tokens/search-words.ts'
import { type Comparison, type Filter, listConditions } from '#shared/list/filter.ts'
import type { FilterId } from '#shared/list/list.ts'
import { type balanceValues, type hasValues, noAssignee, type ordersList } from '#shared/orders/list.ts'
import { type FieldError, invalidInput } from '#shared/problem.ts'
import { listProviderSpellings } from '#shared/payment-providers.ts'
import { normalizeTag } from '#shared/orders/tags.ts'
import { lastDayOfMonth } from '#shared/time.ts'

/** What compiling a filter needs. */
export interface Filtering {
  db: Db
  context: RequestContext
  /** The currencies that orders which match the rest of the filter may have. */
  currencies: readonly string[]
}

/** A filter split into what tokens decide, and the rest, which columns decide. */
export interface TokenFilter {
  /** A clause for each condition. */
  required: Search
  /** Equivalent conditions on columns for some of these clauses, to check single orders. */
  columnFilters: ReadonlyMap<Clause, Filter>
  /** The order has none of these. */
  excluded: Exclusion[]
  rest: Filter[]
  /** The filters of the rest that the clauses already imply. */
  implied: ReadonlySet<Filter>
}

type TokensOf = (filtering: Filtering, value: string) => Promise<readonly string[]> | readonly string[]

/** The tokens of a value, for filters by one of several values. */
const valueTokens = {
  tag: (_, value) => [toTagToken(normalizeTag(value))],
  assignee: async ({ db, context: { session } }, value) =>
    value === ownValue && session
      ? [toAssigneeToken(session.user.id)]
      : (await findUserIds(db, value)).map(toAssigneeToken),
  // Their own orders, and those of the customers that were merged into this one.
  customer: async ({ db }, value) => (await findCustomerNumbers(db, value)).map(toCustomerToken),
  source: (_, value) => [filterTokens.toSourceToken(value)],
  importNumber: (_, value) => [filterTokens.toImportToken(value)],
  method: (_, value) => [...new Set(listProviderSpellings(value).map(filterTokens.toMethodToken))],
  country: (_, value) => listCountrySpellings(value).map(filterTokens.toCountryToken),
  balance: (_, value) => [filterTokens.toBalanceToken(value as (typeof balanceValues)[number])],
  has: (_, value) => [filterTokens.toHasToken(value as (typeof hasValues)[number])],
} as const satisfies Partial<Record<FilterId<typeof ordersList>, TokensOf>>

/** The sets of a range of days or amounts. */
const rangeTokens = {
  amount: ({ currencies }, comparisons) => currencies.flatMap((currency) => toAmountRange(currency, comparisons) ?? []),
  paid: ({ db }, comparisons) => toDayRanges(db, 'paid', comparisons),
  shipped: ({ db }, comparisons) => toDayRanges(db, 'shipped', comparisons),
  refunded: ({ db }, comparisons) => toDayRanges(db, 'refunded', comparisons),
  changed: ({ db }, comparisons) => toDayRanges(db, 'changed', comparisons),
} as const satisfies Partial<
  Record<
    FilterId<typeof ordersList>,
    (filtering: Filtering, comparisons: readonly filterTokens.RangeComparison[]) => TokenSet[] | Promise<TokenSet[]>
  >
>

/** An open end is extended to the first or the last month of any order, because a whole month is one token and its days are many. */
async function toDayRanges(
  db: Db,
  field: filterTokens.DayTokenField,
  comparisons: readonly filterTokens.RangeComparison[],
): Promise<TokenRange[]> {
  const bound = (op: '>=' | '<=') => comparisons.find((comparison) => comparison.op === op)?.value
  const ends = await findFirstAndLastToken(db, filterTokens.allDayTokens(field))
  if (!ends) return []
  const [firstMonth, lastMonth] = [ends.first.slice(3, -3), ends.last.slice(3, -3)]
  const [from, to] = [bound('>=') ?? `${firstMonth}-01`, bound('<=') ?? lastDayOfMonth(lastMonth)]
  return [filterTokens.toDayRange(field, String(from), String(to))]
}

/** The products of a value, for filters by product. */
const productRanges = {
  // Other SKUs may have the same letters and digits, so each order is checked as well.
  sku: (sku) => withSku(exactRange(toNumberToken(sku))),
  product: (name) => withWords(normalize(name)),
} as const satisfies Partial<Record<FilterId<typeof ordersList>, (value: string) => ProductRange | undefined>>

/** The fields of filters that tokens alone decide. */
export const tokenFields = [...Object.keys(valueTokens), ...Object.keys(rangeTokens), 'product'] as (
  keyof typeof valueTokens | keyof typeof rangeTokens | 'product'
)[]

/** The conditions of a filter that tokens do not decide. */
export const withoutTokens = (filter: Filter): Filter[] =>
  listConditions(filter).filter(
    (each) =>
      !isValueComparison(each) &&
      !isExclusion(each) &&
      !isRangeComparison(each) &&
      !isBuyerComparison(each) &&
      !isProductExclusion(each) &&
      !(isProductComparison(each) && each.field === 'product'),
  )

/** Splits a filter without words into what tokens decide and the rest. Throws `invalid-input` at an unknown value. */
export async function compileTokenFilter(filtering: Filtering, filter: Filter): Promise<TokenFilter> {
  const conditions = listConditions(filter)
  const [none, required] = partition(conditions.filter(isValueComparison), isUnassigned)
  const excluded = conditions.flatMap((each) => (isExclusion(each) ? [each.filter] : []))
  const ranges = Map.groupBy(conditions.filter(isRangeComparison), ({ field }) => field)
  const unknown: FieldError[] = []
  const unwanted = await Promise.all(excluded.map((each) => toTokenRanges(filtering, each, true, unknown)))
  const wanted = await Promise.all(required.map((each) => toTokenRanges(filtering, each, false, unknown)))
  if (unknown.length > 0) throw invalidInput(...unknown)
  const columnFilters = new Map<Clause, Filter>()
  const toRange = async ([field, comparisons]: [keyof typeof rangeTokens, RangeComparison[]]): Promise<TokenSet[]> => {
    const clause = await rangeTokens[field](filtering, comparisons)
    if (field === 'amount') columnFilters.set(clause, toTotalsFilter(filtering.currencies, comparisons))
    return clause
  }
  const rest = withoutTokens(filter)
  // The ranges of amounts are only for currencies that match the rest.
  const implied = new Set<Filter>(ranges.has('amount') ? rest.filter(isCurrencyComparison) : [])
  const toProducts = async (comparison: ProductComparison): Promise<Clause> => {
    const { field, values } = comparison
    const tokens = field === 'sku' ? await listSkuTokens(filtering.db, values.map(String)) : undefined
    if (!tokens) return values.flatMap((value) => productRanges[field](String(value)) ?? [])
    implied.add(comparison)
    return tokens.map(exactRange)
  }
  const isAssigned = excluded.some(({ field, values }) => field === 'assignee' && values.includes(noAssignee))
  return {
    required: [
      ...(isAssigned ? [[anyAssigneeTokens]] : []),
      ...wanted,
      ...(await Promise.all([...ranges].map(toRange))),
      ...(await Promise.all(conditions.filter(isProductComparison).map(toProducts))),
    ],
    implied,
    columnFilters,
    excluded: [
      ...unwanted.flat(),
      ...conditions
        .filter(isProductExclusion)
        .flatMap((each) => each.filter.values.flatMap((name) => productRanges.product(String(name)) ?? [])),
      ...(none.length > 0 ? [anyAssigneeTokens] : []),
      ...(conditions.some(isBuyerComparison) ? ([earlierOrder] as const) : []),
    ],
    rest,
  }
}

type ValueComparison = Extract<Comparison, { op: 'in' }> & { field: keyof typeof valueTokens }
type RangeComparison = filterTokens.RangeComparison & { field: keyof typeof rangeTokens }

const isValueComparison = (filter: Filter): filter is ValueComparison =>
  filter.op === 'in' && filter.field in valueTokens

const isExclusion = (filter: Filter): filter is { op: 'not'; filter: ValueComparison } =>
  filter.op === 'not' && isValueComparison(filter.filter)

const isRangeComparison = (filter: Filter): filter is RangeComparison =>
  'value' in filter && filter.field in rangeTokens

/** Checked for each order, like an exclusion. */
const isBuyerComparison = (filter: Filter): boolean => filter.op === 'in' && filter.field === 'buyer'

type ProductComparison = Extract<Comparison, { op: 'in' }> & { field: keyof typeof productRanges }

const isProductComparison = (filter: Filter): filter is ProductComparison =>
  filter.op === 'in' && filter.field in productRanges

/** An excluded SKU is not one: it is checked in the lines of each order. */
const isProductExclusion = (filter: Filter): filter is { op: 'not'; filter: ProductComparison } =>
  filter.op === 'not' && isProductComparison(filter.filter) && filter.filter.field === 'product'

/** The tokens of the products with one of some SKUs; undefined if there are too many. */
async function listSkuTokens(db: Db, skus: readonly string[]): Promise<string[] | undefined> {
  const tokens: string[] = []
  for (const sku of skus) {
    const found = await findSkuTokens(db, sku)
    if (!found || tokens.push(...found) > filterTokens.maxMergedTokens) return undefined
  }
  return tokens
}

const isCurrencyComparison = (filter: Filter): boolean => filter.op === 'in' && filter.field === 'currency'

const isUnassigned = ({ field, values }: ValueComparison): boolean =>
  field === 'assignee' && values.every((value) => value === noAssignee)

/** The tokens of a comparison as exact ranges. Adds errors for unknown values to `unknown`. */
async function toTokenRanges(
  filtering: Filtering,
  { field, values }: ValueComparison,
  isExcluded: boolean,
  unknown: FieldError[],
): Promise<TokenRange[]> {
  const toTokens: TokensOf = valueTokens[field]
  const findTokens = async (value: string): Promise<readonly string[]> => {
    const tokens = await toTokens(filtering, value)
    unknown.push(...(await findUnknown(filtering.db, { filter: field, value, isExcluded }, tokens)))
    return tokens
  }
  const tokens = await Promise.all(values.map((value) => findTokens(String(value))))
  return tokens.flat().map(exactRange)
}

function partition<Item>(items: readonly Item[], isFirst: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))]
}
