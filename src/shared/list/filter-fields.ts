import { isCurrency } from '#shared/currencies.ts'
import type { Filter } from '#shared/list/filter.ts'
import { unknownValue } from '#shared/list/unknown-values.ts'
import type { Messages } from '#shared/messages/en.ts'
import type { FieldError } from '#shared/problem.ts'

/** The parameters of a URL, by name. */
export type QueryValues = Readonly<Record<string, unknown>>

interface FieldBase<Id extends string> {
  /** Its name in filters, and the name of its `FieldCompiler` on the server. */
  id: Id
  /** Its name in the text of a query, such as `pay:paid`; there the id means the same. */
  key: string
  /** The query parameters that set it, in the order of the URL. Their schemas are in `list-query.ts`. */
  parameters: readonly string[]
  label: (messages: Messages) => string
  /** The condition that the parameters ask for; undefined if they ask for none. */
  toFilter: (query: QueryValues) => Filter | undefined
  /** The condition while its parameters ask for none; most have none then either. */
  toDefaultFilter?: (query: QueryValues) => Filter | undefined
  /** Errors of the combination of its parameters, each of which is valid alone. */
  findErrors: (query: QueryValues) => readonly FieldError[]
}

/** One or several of a closed list of values. */
export interface ChoiceField<Id extends string = string> extends FieldBase<Id> {
  kind: 'choice'
  /** Whether several values may be chosen. */
  multiple: boolean
  values: readonly [string, ...string[]]
  valueLabels: (messages: Messages) => Readonly<Record<string, string>>
}

/** Currencies by their ISO 4217 codes; the page offers those that occur. */
export interface CurrencyField<Id extends string = string> extends FieldBase<Id> {
  kind: 'currency'
  multiple: boolean
}

/** One or several of many values that the page knows and offers, each with its label. */
export interface OptionField<Id extends string = string> extends FieldBase<Id> {
  kind: 'option'
  /** Whether several values may be chosen. */
  multiple: boolean
}

/**
 * Days of the book's time zone from one to another, both included; either may be missing. The first may be a range that moves with the day, such
 * as `last-7-days` (`relative-days.ts`).
 */
export interface DaysField<Id extends string = string> extends FieldBase<Id> {
  kind: 'days'
  /** Whether an end may be a minute of a day, too (`day-bounds.ts`). */
  hasTimes: boolean
  parameters: readonly [from: string, to: string]
}

/** Amounts in units of the currency of each row from one to another; `>` before the first or `<` before the last leaves it out. */
export interface AmountField<Id extends string = string> extends FieldBase<Id> {
  kind: 'amount'
  parameters: readonly [from: string, to: string]
}

/** Words to search for, among which may be the other filters of the list, such as `pay:paid` (`query-text.ts`). */
export interface SearchField<Id extends string = string> extends FieldBase<Id> {
  kind: 'search'
}

/** Values of other fields that a row must not have, each as `field:value`. */
export interface ExclusionsField<Id extends string = string> extends FieldBase<Id> {
  kind: 'exclusions'
}

export type FilterField<Id extends string = string> =
  | ChoiceField<Id>
  | CurrencyField<Id>
  | OptionField<Id>
  | DaysField<Id>
  | AmountField<Id>
  | SearchField<Id>
  | ExclusionsField<Id>

export interface Labeled {
  label: (messages: Messages) => string
  /** The id, if there is none. */
  key?: string
}

/** A closed list of values: `?role=owner`, with `multiple` also `?status=open&status=pending`. */
export const choice = <
  const Id extends string,
  const Values extends readonly [string, ...string[]],
  const Multiple extends boolean,
>(
  id: Id,
  options: Labeled & {
    values: Values
    multiple: Multiple
    valueLabels: (messages: Messages) => Readonly<Record<Values[number], string>>
    /** The values that apply while none is chosen; without it, all. */
    defaultValues?: (query: QueryValues) => readonly Values[number][]
  },
) =>
  ({
    kind: 'choice',
    id,
    key: id,
    ...options,
    parameters: [id],
    toFilter: (query) => toInFilter(id, query[id]),
    toDefaultFilter: (query) => toInFilter(id, options.defaultValues?.(query)),
    findErrors: noErrors,
  }) satisfies ChoiceField

/** Currencies: `?currency=CNY`, with `multiple` also `?currency=CNY&currency=USD`. */
export const currency = <const Id extends string, const Multiple extends boolean>(
  id: Id,
  options: Labeled & { multiple: Multiple },
) =>
  ({
    kind: 'currency',
    id,
    key: id,
    ...options,
    parameters: [id],
    toFilter: (query) => toInFilter(id, query[id]),
    findErrors: (query) =>
      selectedValues(query[id])
        .filter((value) => !isCurrency(value))
        .map((value) => unknownValue('unknown-currency', { filter: id, value, isExcluded: false })),
  }) satisfies CurrencyField

/** One of many values: `?tag=gift`, with `multiple` also `?account=1001&account=1002`. */
export const option = <const Id extends string, const Options extends Labeled & { multiple?: true }>(
  id: Id,
  { label, key = id, multiple }: Options,
) =>
  ({
    kind: 'option',
    id,
    key,
    label,
    multiple: (multiple ?? false) as Options extends { multiple: true } ? true : false,
    parameters: [id],
    toFilter: (query) => toInFilter(id, query[id]),
    findErrors: noErrors,
  }) satisfies OptionField

/** Words in the parameter `q`. */
export const search = <const Id extends string>(id: Id, { label }: Labeled) =>
  ({
    kind: 'search',
    id,
    key: id,
    label,
    parameters: ['q'],
    toFilter: ({ q }) =>
      typeof q === 'string' && q !== '' ? { op: 'matches', field: id, text: unquoteWords(q) } : undefined,
    findErrors: noErrors,
  }) satisfies SearchField

/** The value of a filter by people that means the current user. */
export const ownValue = 'me'

/** The words of a search, without the quotes that keep them from being read as a filter. */
export const unquoteWords = (text: string): string =>
  text.replaceAll(/(^|\s)"((?:[^"\\]|\\.)*)"(?=\s|$)/gu, (_, space, words) => space + words.replaceAll(/\\(.)/gu, '$1'))

/** Values that are excluded, in the parameter `not`: `?not=tag:vip&not=status:cancelled`. */
export const exclusions = <const Id extends string>(id: Id, { label }: Labeled) =>
  ({
    kind: 'exclusions',
    id,
    key: id,
    label,
    parameters: ['not'],
    toFilter: ({ not }) => {
      const excluded = Map.groupBy(selectedValues(not).map(splitExclusion), (each) => each.id)
      const filters = [...excluded].flatMap(([field, parts]): Filter[] => {
        const filter = toInFilter(
          field,
          parts.map(({ value }) => value),
        )
        return filter ? [{ op: 'not', filter }] : []
      })
      return filters.length > 0 ? { op: 'and', filters } : undefined
    },
    findErrors: ({ not }) =>
      selectedValues(not).length > maxExclusions
        ? [{ pointer: '/not', reason: 'too-many-exclusions', parameters: { maximum: maxExclusions } }]
        : [],
  }) satisfies ExclusionsField

/** Each one is looked up for every row that a list counts. */
const maxExclusions = 10

/** The field and the value of an exclusion. */
export function splitExclusion(text: string): { id: string; value: string } {
  const colon = text.indexOf(':')
  return { id: text.slice(0, colon), value: text.slice(colon + 1) }
}

/** No condition without a chosen value. Every value chosen is one: a column of free text may hold others. */
function toInFilter(field: string, value: unknown): Filter | undefined {
  const values = [...new Set(selectedValues(value))]
  return values.length > 0 ? { op: 'in', field, values } : undefined
}

const noErrors = (): readonly FieldError[] => []

/** Whether the query sets a filter. */
export const isFilterSet = ({ toFilter }: Pick<FilterField, 'toFilter'>, query: QueryValues): boolean =>
  toFilter(query) !== undefined

/** The chosen values of a parameter that may repeat. */
export const selectedValues = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value : typeof value === 'string' && value !== '' ? [value] : []
