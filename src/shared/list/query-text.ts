import { isCurrency } from '#shared/currencies.ts'
import { type FilterField, type QueryValues, selectedValues, splitExclusion } from '#shared/list/filter-fields.ts'
import type { List } from '#shared/list/list.ts'
import { formatAmounts, formatDays, readAmounts, readDays } from '#shared/list/range-text.ts'
import type { FieldError } from '#shared/problem.ts'

/**
 * The filters of a list as text, such as `status:open,on_hold pay:paid placed:2026-09 -tag:vip Zhang`: what is typed into the box of a list
 * and what it means as parameters of its URL. See docs/query-language.md.
 */

type Fields = Pick<List, 'filters'>

/** A part of a text: a filter, or a word to search for. Positions count from 0. */
interface Term {
  text: string
  start: number
  filter?: { name: string; operator: string; value: string; isExcluded: boolean }
}

/** Parameters that a text sets, by name; what is wrong with it, at `/q` with the position. */
interface ParsedText {
  query: QueryValues
  errors: readonly FieldError[]
}

/** A filter with its sign, name, operator and value; words in quotes; or one word. */
const termPattern = /(-?)([a-zA-Z]+)(:|>=|<=|>|<)((?:"(?:[^"\\]|\\.)*"|[^\s"])*)|"(?:[^"\\]|\\.)*"|\S+/gu

/** The parameters that a text means beside those that are `given`; words that are no filter stay in `q`. */
export function parseQueryText({ filters }: Fields, text: string, given: QueryValues = {}): ParsedText {
  const query: Record<string, unknown> = {}
  const errors: FieldError[] = []
  const words: string[] = []
  const known = filters.filter(({ kind }) => kind !== 'search' && kind !== 'exclusions')
  /** Errors of amounts with a currency, in case another currency is chosen. */
  const otherCurrency: FieldError[] = []
  for (const { text: term, start, filter } of listTerms(text)) {
    if (!filter) {
      words.push(term)
      continue
    }
    const field = known.find((each) => isNamed(each, filter.name))
    const place = { text: term, start, end: start + term.length }
    const canExclude = filters.some(({ kind }) => kind === 'exclusions')
    const change: Change = !field
      ? { reason: 'unknown-filter' }
      : filter.isExcluded && !canExclude
        ? { reason: 'filter-not-excludable' }
        : readFilter(field, filter, query, given)
    if ('reason' in change) {
      const values = change.values ?? known.map(({ key }) => key).join(', ')
      errors.push({ pointer: '/q', reason: change.reason, parameters: { ...place, values } })
      continue
    }
    Object.assign(query, change.set)
    if (change.currency === undefined) continue
    const { currency } = change
    query['currency'] = union(query['currency'], [currency])
    otherCurrency.push({ pointer: '/q', reason: 'filter-other-currency', parameters: { ...place, currency } })
  }
  if (union(given['currency'], selectedValues(query['currency'])).length > 1) errors.push(...otherCurrency)
  errors.sort((a, b) => Number(a.parameters?.['start']) - Number(b.parameters?.['start']))
  return { query: words.length > 0 ? { ...query, q: words.join(' ') } : query, errors }
}

function listTerms(text: string): Term[] {
  return [...text.matchAll(termPattern)].map(({ 0: term, 1: minus, 2: name, 3: operator, 4: value, index: start }) =>
    name !== undefined && operator !== undefined && !isAddress(name, operator, value)
      ? { text: term, start, filter: { name, operator, value: value ?? '', isExcluded: minus === '-' } }
      : { text: term, start },
  )
}

/** Whether what looks like a filter is the beginning of a URL or an IPv6 address. */
const isAddress = (name: string, operator: string, value = ''): boolean =>
  operator === ':' && (value.startsWith('//') || /^[\da-f]{1,4}:[\da-f:]*:[\da-f:]*$/i.test(`${name}:${value}`))

const isNamed = ({ id, key }: FilterField, name: string): boolean =>
  [id.toLowerCase(), key].includes(name.toLowerCase())

/** Parameters, and the only currency that may be chosen, or why a filter has none. */
export type Change = { set: QueryValues; currency?: string } | { reason: string; values?: string }

/** What one filter adds to the parameters. A range replaces a given one. */
function readFilter(
  field: FilterField,
  { operator, value, isExcluded }: NonNullable<Term['filter']>,
  query: QueryValues,
  given: QueryValues,
): Change {
  if (isExcluded && !isExcludable(field)) return { reason: 'filter-not-excludable' }
  if (field.kind === 'days' || field.kind === 'amount')
    return keepEnds(
      field.kind === 'days' ? readDays(field, operator, value) : readAmounts(field, operator, value),
      query,
    )
  const values =
    value
      .match(/"(?:[^"\\]|\\.)*"|[^,]+/gu)
      ?.map((part) => unquote(part).trim())
      .filter(Boolean) ?? []
  if (operator !== ':' || values.length === 0) return unknownValue(field)
  const known = values.map((each) => findValue(field, each))
  if (!known.every((each) => each !== undefined)) return unknownValue(field)
  if (isExcluded)
    return {
      set: {
        not: union(
          query['not'],
          known.map((each) => `${field.id}:${each}`),
        ),
      },
    }
  if (isMultiple(field)) return { set: { [field.id]: union(query[field.id], known) } }
  const all = new Set([...known, ...selectedValues(query[field.id] ?? given[field.id])])
  return all.size === 1 ? { set: { [field.id]: known[0] } } : { reason: 'filter-takes-one' }
}

/** An error instead of a change that would replace an end of a range; relative days have no last day, and keep it that way. */
const keepEnds = (change: Change, ends: QueryValues): Change =>
  'set' in change && Object.entries(change.set).some(([name, end]) => name in ends && ends[name] !== end)
    ? { reason: 'filter-takes-one' }
    : change

/** Whether rows with a value of the field can be excluded: not of a choice of one value. */
export const isExcludable = (field: FilterField): boolean =>
  field.kind === 'choice' ? field.multiple : field.kind === 'currency' || field.kind === 'option'

const maxTextLength = 60
/** The value of a field that a text means. */
export function findValue(field: FilterField, text: string): string | undefined {
  // The interface writes "canceled", the API "cancelled".
  if (field.kind === 'choice')
    return field.values.find((value) => value === text.toLowerCase().replace('canceled', 'cancelled'))
  if (field.kind === 'currency') return isCurrency(text.toUpperCase()) ? text.toUpperCase() : undefined
  return text.length <= maxTextLength ? text : undefined
}

/** Names the values where there are only some. */
function unknownValue(field: FilterField): Change {
  if (field.kind === 'choice') return { reason: 'unknown-filter-value', values: field.values.join(', ') }
  if (field.kind === 'currency') return { reason: 'filter-currency', values: field.key }
  return { reason: 'filter-text', values: field.key }
}

const isMultiple = (field: FilterField): boolean => 'multiple' in field && field.multiple

const union = (selected: unknown, added: readonly string[]): string[] => [
  ...new Set([...selectedValues(selected), ...added]),
]

const unquote = (text: string): string => (text.startsWith('"') ? text.slice(1, -1).replaceAll(/\\(.)/gu, '$1') : text)

/** Whether a list has filters besides its search. */
const acceptsFilters = ({ filters }: Fields): boolean =>
  filters.length > 1 && filters.some(({ kind }) => kind === 'search')

/** The parameters with the filters in `q` made parameters of their own. A text with an error stays as it is. */
export function expandQueryText(list: Fields, query: QueryValues): QueryValues {
  if (typeof query['q'] !== 'string' || !acceptsFilters(list)) return query
  const parsed = parseQueryText(list, query['q'], query)
  if (parsed.errors.length > 0) return query
  const added = Object.entries(parsed.query).map(([name, value]) => [
    name,
    Array.isArray(value) ? union(query[name], value) : value,
  ])
  return { ...query, q: undefined, ...Object.fromEntries(added) }
}

/** Errors of combinations of values, such as a range that ends before it begins, and of the text in `q`. */
export const findQueryErrors = (list: Fields, query: QueryValues): FieldError[] => [
  ...list.filters.flatMap((field) => field.findErrors(query)),
  ...(typeof query['q'] === 'string' && acceptsFilters(list) ? parseQueryText(list, query['q'], query).errors : []),
]

/** The text that means the parameters, filters first in the order of the list. */
export function formatQueryText({ filters }: Fields, query: QueryValues): string {
  const terms = filters.flatMap((field): string[] => {
    if (field.kind === 'search') return []
    if (field.kind === 'days') return formatDays(field, query)
    if (field.kind === 'amount') return formatAmounts(field, query)
    const values = selectedValues(query[field.parameters[0] ?? ''])
    if (field.kind !== 'exclusions') return values.length > 0 ? [`${field.key}:${values.map(quote).join(',')}`] : []
    const excluded = Map.groupBy(values.map(splitExclusion), ({ id }) => id)
    return [...excluded].map(([id, parts]) => {
      const key = filters.find((each) => each.id === id)?.key ?? id
      return `-${key}:${parts.map(({ value }) => quote(value)).join(',')}`
    })
  })
  const words = typeof query['q'] === 'string' ? query['q'] : ''
  return [...terms, words].filter(Boolean).join(' ')
}

const quote = (value: string): string => (/[\s,"\\]/u.test(value) ? `"${value.replaceAll(/["\\]/g, '\\$&')}"` : value)
