import type { AmountField, DaysField, Labeled, QueryValues } from '#shared/list/filter-fields.ts'
import { hasTime, isReversed } from '#shared/list/day-bounds.ts'
import type { Filter } from '#shared/list/filter.ts'
import { isRelativeDays } from '#shared/list/relative-days.ts'

type Names = readonly [from: string, to: string]

interface DaysOptions extends Labeled {
  /** Whether an end may be a minute of a day, too. */
  hasTimes?: boolean
}

/** A range of days in the parameters `from` and `to`. */
export const days = <const Id extends string>(id: Id, options: DaysOptions) => daysBetween(id, ['from', 'to'], options)

/** A range of days in two parameters, of which the first may be a range such as `last-7-days`: what reads the list resolves it (`resolveDays`). */
export const daysBetween = <const Id extends string, const Parameters extends Names>(
  id: Id,
  parameters: Parameters,
  { label, key = id, hasTimes = false }: DaysOptions,
) => {
  const readEnds = (query: QueryValues) => parameters.map((name) => asText(query[name]))
  return {
    kind: 'days',
    id,
    key,
    label,
    hasTimes,
    parameters,
    toFilter: (query) => {
      const [from, to] = readEnds(query)
      return toRangeFilter([
        from !== undefined && { op: '>=', field: id, value: from },
        to !== undefined && { op: '<=', field: id, value: to },
      ])
    },
    findErrors: (query) => {
      const [from, to] = readEnds(query)
      const timed = parameters.filter((name) => hasTime(asText(query[name]) ?? ''))
      // The pages of several lists have the same parameters.
      if (!hasTimes && timed.length > 0) return timed.map((name) => ({ pointer: `/${name}`, reason: 'day' }))
      return from !== undefined && to !== undefined && !isRelativeDays(from) && isReversed(from, to)
        ? [reversed(parameters)]
        : []
    },
  } satisfies DaysField
}

const asText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** A range of amounts in the parameters `{id}From` and `{id}To`. */
export const amount = <const Id extends string>(id: Id, { label, key = id }: Labeled) => {
  const names = [`${id}From`, `${id}To`] as const
  return {
    kind: 'amount',
    id,
    key,
    label,
    parameters: names,
    toFilter: (query) =>
      toRangeFilter(
        names.map((name) => {
          const bound = parseAmountBound(query[name])
          if (!bound) return false
          const op = name === names[0] ? ('>' as const) : ('<' as const)
          return { op: bound.isLeftOut ? op : (`${op}=` as const), field: id, value: bound.decimal }
        }),
      ),
    findErrors: (query) => {
      const [from, to] = names.map((name) => parseAmountBound(query[name]))
      return from && to && Number(from.decimal) > Number(to.decimal) ? [reversed(names)] : []
    },
  } satisfies AmountField
}

/** An end of a range of amounts as it is in a URL: `100`, `9.50`, and with the operator `>100` or `<100`. */
export const amountBound = /^[<>]?\d{1,10}(\.\d{1,4})?$/

/** The amount of an end of a range, and whether it is left out; undefined without one. */
export function parseAmountBound(value: unknown): { decimal: string; isLeftOut: boolean } | undefined {
  if (typeof value !== 'string' || !amountBound.test(value)) return undefined
  const decimal = value.replace(/^[<>]/, '')
  return { decimal, isLeftOut: decimal !== value }
}

const toRangeFilter = (ends: readonly (Filter | false)[]): Filter | undefined => {
  const filters = ends.filter((end) => end !== false)
  return filters.length > 0 ? { op: 'and', filters } : undefined
}

const reversed = ([, to]: Names) => ({ pointer: `/${to}`, reason: 'range-reversed' })
