import type { AmountField, DaysField, QueryValues } from '#shared/list/filter-fields.ts'
import type { Change } from '#shared/list/query-text.ts'
import { hasTime as isTimed } from '#shared/list/day-bounds.ts'
import { isRelativeDays } from '#shared/list/relative-days.ts'
import { parseAmountBound } from '#shared/list/range-fields.ts'
import { addDays, lastDayOfMonth } from '#shared/time.ts'

/** Ranges of days and of amounts in the text of a query: `placed:2026-09`, `amount>100`, `amount:10..20USD`. */

/**
 * The days of `last-7-days`, `2026`, `2026-09`, `2026-09-05`, or of a range such as `2026-09..2026-10-15`, of which one end may be missing, or
 * `last-7-days..2026-09-15`, which begins with relative days; where the field has times, also the minute `2026-09-05T14:30`, with which a range begins or before which it ends.
 */
export function readDays(field: DaysField, operator: string, value: string): Change {
  const { parameters, hasTimes } = field
  if (operator === ':' && isRelativeDays(value)) return { set: { [parameters[0]]: value, [parameters[1]]: undefined } }
  const [, range, lastDay] = /^([a-z\d-]+)(\.\..+)$/.exec(value) ?? []
  if (operator === ':' && lastDay !== undefined && isRelativeDays(range)) {
    const change = readDays(field, operator, lastDay)
    return 'set' in change ? { set: { [parameters[0]]: range, ...change.set } } : change
  }
  const [first = '', last = first, ...rest] = operator === ':' ? value.split('..') : [value]
  const start = first === '' ? undefined : toDays(first)
  const end = last === '' ? undefined : value.includes('..') && isMinute(last) ? { from: last, to: last } : toDays(last)
  const isInvalid =
    (!hasTimes && isTimed(value)) ||
    (first !== '' && !start) ||
    (last !== '' && !end) ||
    rest.length > 0 ||
    (!start && !end)
  const days = isInvalid ? undefined : compareDays(operator, start, end)
  // The day before the first year or after the last has no date of four digits.
  if (!days || !days.every((bound) => bound === undefined || isDay(bound) || isMinute(bound)))
    return {
      reason: 'unknown-filter-value',
      values: `2026, 2026-09, 2026-09-05, 2026-09-01..2026-09-15, ${hasTimes ? '2026-09-05T09:00..2026-09-05T17:30, ' : ''}last-7-days`,
    }
  return { set: setEnds(parameters, days) }
}

type Ends = readonly [from: string | undefined, to: string | undefined]

/** The parameters of the given ends, so that separate filters can set the two ends. */
const setEnds = (parameters: readonly string[], ends: Ends): QueryValues =>
  Object.fromEntries(
    parameters.flatMap((name, index) => (ends[index] === undefined ? [] : [[name, ends[index]] as const])),
  )

interface Days {
  from: string
  to: string
}

function compareDays(operator: string, start: Days | undefined, end: Days | undefined): Ends {
  switch (operator) {
    case '>=':
      return [start?.from, undefined]
    case '>':
      return [end && (isTimed(end.to) ? end.to : addDays(end.to, 1)), undefined]
    case '<=':
      return [undefined, end?.to]
    case '<':
      return [undefined, start && (isTimed(start.from) ? start.from : addDays(start.from, -1))]
    default:
      return [start?.from, end?.to]
  }
}

/** The ends of a year, a month, a day or a minute; undefined for anything else. */
function toDays(text: string): Days | undefined {
  if (/^\d{4}$/.test(text)) return { from: `${text}-01-01`, to: `${text}-12-31` }
  if (/^\d{4}-(0[1-9]|1[0-2])$/.test(text)) return { from: `${text}-01`, to: lastDayOfMonth(text) }
  if (isMinute(text)) return { from: text, to: nextMinute(text) }
  return isDay(text) ? { from: text, to: text } : undefined
}

const isDay = (text: string): boolean => {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

const nextMinute = (minute: string): string =>
  new Date(Date.parse(`${minute}Z`) + 60_000).toISOString().slice(0, minute.length)

const isMinute = (text: string): boolean => /T([01]\d|2[0-3]):[0-5]\d$/.test(text) && isDay(text.slice(0, -6))

/** The shortest text that means the days of a query; none without days. */
export function formatDays({ key, parameters }: DaysField, query: QueryValues): string[] {
  const [start, end] = parameters.map((name) => (typeof query[name] === 'string' ? query[name] : undefined))
  if (start === undefined && end === undefined) return []
  if (end === undefined) return [isRelativeDays(start) ? `${key}:${start}` : `${key}>=${start}`]
  if (start === undefined) return [`${key}${isTimed(end) ? '<' : '<='}${end}`]
  const month = start.slice(0, 7)
  if (start === `${month}-01` && end === lastDayOfMonth(month)) return [`${key}:${month}`]
  return [start === end && !isTimed(end) ? `${key}:${start}` : `${key}:${start}..${end}`]
}

/** The amounts of `100`, `10..20`, `>100` and so on; a currency at the end is the only one that the orders may have. */
export function readAmounts({ parameters }: AmountField, operator: string, value: string): Change {
  const [, numbers = '', currency] = /^([\d.]*?)([a-z]{3})?$/i.exec(value) ?? []
  const [first = '', last = first, ...rest] = operator === ':' ? numbers.split('..') : [numbers]
  const ends: Ends =
    operator === ':'
      ? [first || undefined, last || undefined]
      : operator.startsWith('>')
        ? [operator === '>' ? `>${first}` : first, undefined]
        : [undefined, operator === '<' ? `<${first}` : first]
  const isInvalid = ends.some((end) => end !== undefined && !parseAmountBound(end)) || ends.every((end) => !end)
  if (isInvalid || rest.length > 0) return { reason: 'unknown-filter-value', values: '100, 10..20, 9.50USD' }
  return { set: setEnds(parameters, ends), ...(currency && { currency: currency.toUpperCase() }) }
}

/** The text that means the amounts of a query; two where one end is left out of a range. */
export function formatAmounts({ key, parameters }: AmountField, query: QueryValues): string[] {
  const [from, to] = parameters.map((name) => parseAmountBound(query[name]))
  if (from && to && !from.isLeftOut && !to.isLeftOut)
    return [from.decimal === to.decimal ? `${key}:${from.decimal}` : `${key}:${from.decimal}..${to.decimal}`]
  return [
    ...(from ? [`${key}${from.isLeftOut ? '>' : '>='}${from.decimal}`] : []),
    ...(to ? [`${key}${to.isLeftOut ? '<' : '<='}${to.decimal}`] : []),
  ]
}
