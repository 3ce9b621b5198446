import { day, localTime, optionalInput, valueList } from '#shared/inputs.ts'
import { hasTime } from '#shared/list/day-bounds.ts'
import { type DaysField, type FilterField, type QueryValues, splitExclusion } from '#shared/list/filter-fields.ts'
import { amountBound } from '#shared/list/range-fields.ts'
import type { List } from '#shared/list/list.ts'
import { isRelativeDays, relativeDays } from '#shared/list/relative-days.ts'
import { expandQueryText, findQueryErrors, findValue, isExcludable } from '#shared/list/query-text.ts'
import * as z from 'zod/mini'

type Shape = Record<string, z.ZodMiniType>

/** The schemas of the parameters of a list's query: filters, `sort`, `cursor`. The server checks with them; pages need only the names. */
export function listShape<const Of extends Pick<List, 'filters' | 'sorts' | 'paged'>>({ filters, sorts, paged }: Of) {
  const shape: Shape = Object.assign({}, ...filters.map((field) => fieldShape(field, filters)))
  if (isNonEmpty(sorts)) shape['sort'] = optionalInput(enumSchema(sorts))
  if (paged) shape['cursor'] = cursor
  return shape as Flat<FieldShapes<Of['filters'][number]> & SortShape<Of['sorts']> & CursorShape<Of['paged']>>
}

function fieldShape(field: FilterField, filters: readonly FilterField[]): Shape {
  switch (field.kind) {
    case 'choice':
      return { [field.id]: oneOrMore(enumSchema(field.values), field.multiple) }
    case 'currency':
      return { [field.id]: oneOrMore(currencyCode, field.multiple) }
    case 'option':
      return { [field.id]: oneOrMore(optionValue, field.multiple) }
    case 'days':
      return Object.fromEntries(field.parameters.map((name, index) => [name, toBoundSchema(field, index === 0)]))
    case 'amount':
      return Object.fromEntries(field.parameters.map((name) => [name, amountEnd]))
    case 'search':
      return searchShape
    case 'exclusions':
      return { not: valueList(exclusionValue(filters)) }
  }
}

const dayPattern = String.raw`\d{4}-\d\d-\d\d`
const timePattern = String.raw`T\d\d:\d\d`

/** Stops checking a value that is refused, because it may be a megabyte long. */
const refuse = (error: string) => ({ error, abort: true })
const currencyCode = z.string().check(z.regex(/^[A-Z]{3}$/, refuse('currency')))
const optionValue = z.string().check(z.trim(), z.maxLength(60, 'too-long'))
const dayBound = optionalInput(day)
const isDayOrMinute = (text: string): boolean => (hasTime(text) ? localTime : day).safeParse(text).success
const timeBound = optionalInput(
  z.string().check(z.regex(new RegExp(`^${dayPattern}(${timePattern})?$`), 'day'), z.refine(isDayOrMinute, 'day')),
)
const relativeDayBound = relativeBound(dayPattern)
const relativeTimeBound = relativeBound(`${dayPattern}(${timePattern})?`)

function relativeBound(pattern: string) {
  return z.optional(
    z.pipe(
      z.transform(pickBound),
      z.optional(
        z.string().check(
          z.regex(new RegExp(`^(${pattern}|${relativeDays.join('|')})$`), 'day'),
          z.refine((text) => isRelativeDays(text) || isDayOrMinute(text), 'day'),
        ),
      ),
    ),
  )
}

/** A form with relative days also sends its field for the first day, which counts if it is not empty. Other lists, such as a parameter that is there twice, are not valid. */
function pickBound(value: unknown): unknown {
  if (!Array.isArray(value)) return value === '' || value === null ? undefined : value
  const [first, ...others] = value.filter((each) => each !== '')
  return value.length > 0 && others.every(isRelativeDays) ? first : value
}

function toBoundSchema({ hasTimes }: DaysField, isFirst: boolean): z.ZodMiniType {
  if (isFirst) return hasTimes ? relativeTimeBound : relativeDayBound
  return hasTimes ? timeBound : dayBound
}
const amountEnd = optionalInput(z.string().check(z.trim(), z.regex(amountBound, 'amount-bound')))
const searchShape = { q: optionalInput(z.string().check(z.trim(), z.maxLength(500, refuse('too-long')))) }
const cursor = optionalInput(z.string().check(z.maxLength(200, 'too-long')))

/** `field:value` of a filter of the list. */
const exclusionValue = (filters: readonly FilterField[] = []) =>
  z.string().check(
    z.maxLength(80, 'too-long'),
    z.refine((text) => {
      const { id, value } = splitExclusion(text)
      const field = filters.find((each) => each.id === id)
      return field !== undefined && isExcludable(field) && findValue(field, value) === value && value !== ''
    }, 'exclusion'),
  )

/** A list of values with `multiple`, otherwise one value or none. */
const oneOrMore = (schema: z.ZodMiniType, multiple: boolean): z.ZodMiniType =>
  multiple ? valueList(schema) : optionalInput(schema)

const isNonEmpty = (sorts: readonly string[]): sorts is NonEmpty => sorts.length > 0

type OneOrMore<Schema extends z.ZodMiniType, Multiple> = Multiple extends true
  ? ReturnType<typeof valueList<Schema>>
  : ReturnType<typeof optionalInput<Schema>>
type NonEmpty = readonly [string, ...string[]]
const enumSchema = <const Values extends NonEmpty>(values: Values) => z.enum(values)
type EnumSchema<Values extends NonEmpty> = ReturnType<typeof enumSchema<Values>>
type FieldShape<Field> = Field extends {
  kind: 'choice'
  id: infer Id extends string
  values: infer Values extends NonEmpty
  multiple: infer Multiple
}
  ? Record<Id, OneOrMore<EnumSchema<Values>, Multiple>>
  : Field extends { kind: 'currency'; id: infer Id extends string; multiple: infer Multiple }
    ? Record<Id, OneOrMore<typeof currencyCode, Multiple>>
    : Field extends { kind: 'option'; id: infer Id extends string; multiple: infer Multiple }
      ? Record<Id, OneOrMore<typeof optionValue, Multiple>>
      : Field extends { kind: 'days' | 'amount'; parameters: readonly (infer Name extends string)[] }
        ? Record<Name, Field extends { kind: 'days' } ? typeof dayBound : typeof amountEnd>
        : Field extends { kind: 'exclusions' }
          ? { not: ReturnType<typeof valueList<ReturnType<typeof exclusionValue>>> }
          : typeof searchShape
type FieldShapes<Field> = UnionToIntersection<Field extends unknown ? FieldShape<Field> : never>
type SortShape<Sorts> = Sorts extends NonEmpty ? { sort: OneOrMore<EnumSchema<Sorts>, false> } : unknown
type CursorShape<Paged> = Paged extends true ? { cursor: typeof cursor } : unknown
type UnionToIntersection<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never
type Flat<Type> = { [Key in keyof Type]: Type[Key] }

/**
 * The schema of a query in the API: the parameters of `shape`, and nothing that `findQueryErrors` of the list finds. A page reads the same
 * parameters but shows those errors itself.
 */
export const listQuery = <const Schemas extends Shape>(shape: Schemas, list: Pick<List, 'filters'>) =>
  z.object(shape).check(
    expandText(list),
    z.check((context) => {
      for (const { pointer, reason, parameters } of findQueryErrors(list, context.value as QueryValues))
        context.issues.push({
          code: 'custom',
          message: reason,
          params: parameters,
          path: [pointer.slice(1)],
          input: context.value,
        })
    }),
  )

/** Makes filters in the text of `q` parameters of their own; of a page with several lists, those of the list that the query shows. */
export const expandText = <Query extends QueryValues>(
  list: Pick<List, 'filters'> | ((query: Query) => Pick<List, 'filters'> | undefined),
) =>
  z.overwrite<Query>((query) => {
    const shown = typeof list === 'function' ? list(query) : list
    return shown ? (expandQueryText(shown, query) as Query) : query
  })
