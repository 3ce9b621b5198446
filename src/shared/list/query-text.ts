import { type FilterField, type QueryValues, selectedValues, splitExclusion } from '#shared/list/filter-fields.ts'
import type { List } from '#shared/list/list.ts'
import type { FieldError } from '#shared/problem.ts'
import { addDays } from '#shared/time.ts'

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

/** The parameters that a text means; words that are no filter stay in `q`. */
export function parseQueryText({ filters }: Fields, text: string): ParsedText {
  const query: Record<string, unknown> = {}
  const errors: FieldError[] = []
  const words: string[] = []
  for (const { text: term, start, filter } of listTerms(text)) {
    if (!filter) {
      words.push(term)
      continue
    }
    const field = filters.find((each) => each.kind !== 'search' && isNamed(each, filter.name))
    const place = { text: term, start, end: start + term.length }
    const change: Change = field ? readFilter(field, filter, query) : { reason: 'unknown-filter' }
    if ('reason' in change) {
      const known = filters.filter(({ kind }) => kind !== 'search' && kind !== 'exclusions').map(({ key }) => key)
      errors.push({
        pointer: '/q',
        reason: change.reason,
        parameters: { ...place, values: change.values ?? known.join(', ') },
      })
    } else Object.assign(query, change.set)
  }
  return { query: words.length > 0 ? { ...query, q: words.join(' ') } : query, errors }
}

function listTerms(text: string): Term[] {
  return [...text.matchAll(termPattern)].map(({ 0: term, 1: minus, 2: name, 3: operator, 4: value, index: start }) =>
    name !== undefined && operator !== undefined && !isAddress(operator, value)
      ? { text: term, start, filter: { name, operator, value: value ?? '', isExcluded: minus === '-' } }
      : { text: term, start },
  )
}

/** Whether what looks like a filter is the beginning of a URL. */
const isAddress = (operator: string, value = ''): boolean => operator === ':' && value.startsWith('//')

const isNamed = ({ id, key }: FilterField, name: string): boolean => [id, key].includes(name.toLowerCase())

/** Parameters, or why a filter has none. */
type Change = { set: QueryValues } | { reason: string; values?: string }

/** What one filter adds to the parameters. */
function readFilter(
  field: FilterField,
  { operator, value, isExcluded }: NonNullable<Term['filter']>,
  query: QueryValues,
): Change {
  if (field.kind === 'days') return isExcluded ? { reason: 'filter-not-excludable' } : readDays(operator, value)
  const values =
    value
      .match(/"(?:[^"\\]|\\.)*"|[^,]+/gu)
      ?.map((part) => unquote(part).trim())
      .filter(Boolean) ?? []
  if (operator !== ':' || values.length === 0) return { reason: 'unknown-filter-value', values: describeValues(field) }
  const known = values.map((each) => findValue(field, each))
  if (!known.every((each) => each !== undefined))
    return { reason: 'unknown-filter-value', values: describeValues(field) }
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
  return known.length === 1 ? { set: { [field.id]: known[0] } } : { reason: 'filter-takes-one' }
}

/** The days of `2026`, `2026-09`, `2026-09-05`, or of a range such as `2026-09..2026-10-15`, of which one end may be missing. */
function readDays(operator: string, value: string): Change {
  const [first = '', last = first, ...rest] = operator === ':' ? value.split('..') : [value]
  const [start, end] = [first === '' ? undefined : toDays(first), last === '' ? undefined : toDays(last)]
  const isInvalid = (first !== '' && !start) || (last !== '' && !end) || rest.length > 0 || (!start && !end)
  const set = isInvalid ? undefined : compareDays(operator, start, end)
  // The day before the first year or after the last has no date of four digits.
  if (!set || !Object.values(set).every((day) => day === undefined || isDay(day)))
    return { reason: 'unknown-filter-value', values: '2026, 2026-09, 2026-09-05, 2026-09-01..2026-09-15' }
  return { set }
}

interface Days {
  from: string
  to: string
}

function compareDays(
  operator: string,
  start: Days | undefined,
  end: Days | undefined,
): Partial<Record<keyof Days, string | undefined>> {
  switch (operator) {
    case '>=':
      return { from: start?.from }
    case '>':
      return { from: end && addDays(end.to, 1) }
    case '<=':
      return { to: end?.to }
    case '<':
      return { to: start && addDays(start.from, -1) }
    default:
      return { from: start?.from, to: end?.to }
  }
}

/** The first and the last day of a year, a month or a day; undefined for anything else. */
function toDays(text: string): Days | undefined {
  if (/^\d{4}$/.test(text)) return { from: `${text}-01-01`, to: `${text}-12-31` }
  if (/^\d{4}-(0[1-9]|1[0-2])$/.test(text)) return { from: `${text}-01`, to: lastDayOfMonth(text) }
  return isDay(text) ? { from: text, to: text } : undefined
}

const lastDayOfMonth = (month: string): string => {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
}

const isDay = (text: string): boolean => {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** Whether rows with a value of the field can be excluded. */
export const isExcludable = ({ kind }: FilterField): boolean => ['choice', 'currency', 'option'].includes(kind)

/** The value of a field that a text means. */
export function findValue(field: FilterField, text: string): string | undefined {
  if (field.kind === 'choice') return field.values.find((value) => value === text.toLowerCase())
  if (field.kind === 'currency') return /^[a-z]{3}$/i.test(text) ? text.toUpperCase() : undefined
  return text.length <= 60 ? text : undefined
}

const describeValues = (field: FilterField): string =>
  field.kind === 'choice' ? field.values.join(', ') : field.kind === 'currency' ? 'CNY, USD' : '…'

const isMultiple = (field: FilterField): boolean => 'multiple' in field && field.multiple

const union = (selected: unknown, added: readonly (string | undefined)[]): string[] => [
  ...new Set([...selectedValues(selected), ...added.filter((each) => each !== undefined)]),
]

const unquote = (text: string): string => (text.startsWith('"') ? text.slice(1, -1).replaceAll(/\\(.)/gu, '$1') : text)

const acceptsFilters = ({ filters }: Fields): boolean =>
  filters.some((field) => field.kind === 'search' && field.acceptsFilters)

/** The parameters with the filters in `q` made parameters of their own. A text with an error stays as it is. */
export function expandQueryText(list: Fields, query: QueryValues): QueryValues {
  if (typeof query['q'] !== 'string' || !acceptsFilters(list)) return query
  const parsed = parseQueryText(list, query['q'])
  if (parsed.errors.length > 0) return query
  const added = Object.entries(parsed.query).map(([name, value]) => [
    name,
    Array.isArray(value) ? union(query[name], value) : value,
  ])
  return { ...query, q: undefined, ...Object.fromEntries(added) }
}

/** What is wrong with values that are right by themselves, such as a range that ends before it begins, and with the text in `q`. */
export const findQueryErrors = (list: Fields, query: QueryValues): FieldError[] => [
  ...list.filters.flatMap((field) => field.findErrors(query)),
  ...(typeof query['q'] === 'string' && acceptsFilters(list) ? parseQueryText(list, query['q']).errors : []),
]

/** The text that means the parameters, filters first in the order of the list. */
export function formatQueryText({ filters }: Fields, query: QueryValues): string {
  const terms = filters.flatMap((field): string[] => {
    if (field.kind === 'search') return []
    if (field.kind === 'days') return formatDays(field.key, query)
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

function formatDays(key: string, { from, to }: QueryValues): string[] {
  const [start, end] = [from, to].map((day) => (typeof day === 'string' ? day : undefined))
  if (start === undefined && end === undefined) return []
  if (end === undefined) return [`${key}>=${start}`]
  if (start === undefined) return [`${key}<=${end}`]
  const month = start.slice(0, 7)
  if (start === `${month}-01` && end === lastDayOfMonth(month)) return [`${key}:${month}`]
  return [start === end ? `${key}:${start}` : `${key}:${start}..${end}`]
}

const quote = (value: string): string => (/[\s,"\\]/u.test(value) ? `"${value.replaceAll(/["\\]/g, '\\$&')}"` : value)
