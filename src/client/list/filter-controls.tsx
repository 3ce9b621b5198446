import { useMessages } from '#client/app/page-context.tsx'
import { describeValue } from '#client/list/use-active-filters.ts'
import type { DayPreset } from '#client/ui/day-presets.ts'
import { CheckboxGroup, type Option, OptionSelect, RadioGroup } from '#client/ui/filter-choices.tsx'
import { FilterMenu } from '#client/ui/filter-menu.tsx'
import { AmountRangeField, DateRangeField } from '#client/ui/range-fields.tsx'
import { type FilterField, isFilterSet, type QueryValues, selectedValues } from '#shared/list/filter-fields.ts'
import type { List } from '#shared/list/list.ts'
import type { Messages } from '#shared/messages/en.ts'
import { clearHref, dialogHref, filterHref } from '#shared/list/url.ts'
import { isRelativeDays, relativeDays } from '#shared/list/relative-days.ts'
import { type FieldError, formatMessage } from '#shared/problem.ts'
import type { ReactElement } from 'react'

export type FilterOptions = Readonly<Record<string, readonly Option[] | undefined>>

interface ListFilterMenuProps {
  list: List
  query: QueryValues
  /** The currencies to choose from; with fewer than two there is no choice. */
  currencies?: readonly string[]
  /** What the filters by options offer, by the id of the filter; one that offers nothing is left out. */
  options?: FilterOptions
  /** Errors of the query. */
  errors: readonly FieldError[]
  /** Filters that the page shows elsewhere. */
  exclude?: readonly string[]
  /** Links to common ranges in a filter by days; none where the page shows them elsewhere. */
  presets?: readonly DayPreset[]
  compact?: boolean
  /** Called when the menu is about to open. */
  onOpen?: (() => void) | undefined
}

const defaultPresets = relativeDays

/** The filters of a list in a menu; the search field is separate. */
export function ListFilterMenu({
  list,
  query,
  currencies = [],
  options = {},
  errors,
  exclude = [],
  presets = defaultPresets,
  compact = false,
  onOpen,
}: ListFilterMenuProps) {
  const messages = useMessages()
  const isOffered = (field: FilterField): boolean => {
    const { id, kind } = field
    if (kind === 'exclusions') return isFilterSet(field, query)
    return kind === 'currency'
      ? currencies.length > 1
      : kind === 'option'
        ? options[id] !== undefined
        : kind !== 'search'
  }
  const fields = list.filters.filter((field) => isOffered(field) && !exclude.includes(field.id))
  if (fields.length === 0) return null
  const kept = list.filters.filter((field) => !fields.includes(field))
  const keep = Object.fromEntries(kept.flatMap(({ parameters }) => parameters).map((name) => [name, query[name]]))
  // The days of the list itself come first.
  const ranges = fields.filter(({ kind }) => kind === 'days').concat(fields.filter(({ kind }) => kind === 'amount'))
  const renderControl = (field: FilterField) => (
    <FilterControl key={field.id} {...{ field, list, query, currencies, options, errors, presets }} />
  )
  return (
    <FilterMenu
      listUrl={filterHref(list, query, {})}
      activeCount={fields.filter((field) => isFilterSet(field, query)).length}
      clearHref={clearHref(list, query, keep)}
      compact={compact}
      onOpen={onOpen}
      open={errors.length > 0 || query['menu'] === 'filter'}
      openHref={dialogHref(list, query, { menu: 'filter' })}
      values={fields.flatMap(({ parameters }) =>
        parameters.flatMap((name) => selectedValues(query[name]).map((value) => [name, value] as const)),
      )}
    >
      <div className="filter__cols">
        {fields.filter(({ kind }) => !['days', 'amount', 'option'].includes(kind)).map(renderControl)}
      </div>
      {fields.some(({ kind }) => kind === 'option') && (
        <div className="filter__options">{fields.filter(({ kind }) => kind === 'option').map(renderControl)}</div>
      )}
      {ranges.slice(0, 1).map(renderControl)}
      {ranges.length > 1 && (
        <details className="filter__more" open={ranges.slice(1).some((field) => isFilterSet(field, query))}>
          <summary>{messages.lists.moreFilters}</summary>
          {ranges.slice(1).map(renderControl)}
        </details>
      )}
    </FilterMenu>
  )
}

interface FilterControlProps extends Pick<ListFilterMenuProps, 'list' | 'query' | 'errors'> {
  field: FilterField
  currencies: readonly string[]
  options: FilterOptions
  presets: readonly DayPreset[]
}

function FilterControl(props: FilterControlProps): ReactElement | null {
  const messages = useMessages()
  const { field, list, query, currencies, options } = props
  const selected = selectedValues(query[field.id])
  const control = { id: field.id, name: field.id, label: field.label(messages) }
  switch (field.kind) {
    case 'search':
      return null
    case 'exclusions': {
      const words = Object.fromEntries(
        selected.map((value) => [value, describeValue(list, field, value, messages, options)]),
      )
      return <CheckboxGroup {...control} values={selected} words={words} selected={selected} />
    }
    case 'days':
      return <DaysControl {...props} />
    case 'amount':
      return <AmountControl {...props} />
    case 'currency': {
      const codes = [...new Set([...currencies, ...selected])]
      const words = Object.fromEntries(codes.map((code) => [code, code]))
      return <CheckboxGroup {...control} values={codes} words={words} selected={selected} />
    }
    case 'option': {
      const [value] = selected
      const offered = options[field.id] ?? []
      if (field.multiple) {
        const words = Object.fromEntries([
          ...selected.map((each) => [each, each] as const),
          ...offered.map((each) => [each.value, each.label] as const),
        ])
        return <CheckboxGroup {...control} values={Object.keys(words)} words={words} selected={selected} />
      }
      const isKnown = value === undefined || offered.some((option) => option.value === value)
      return (
        <OptionSelect
          {...control}
          any={messages.lists.any}
          options={isKnown ? offered : [...offered, { value, label: value }]}
          selected={value}
        />
      )
    }
    case 'choice': {
      const choice = { ...control, values: field.values, words: field.valueLabels(messages) }
      return field.multiple ? (
        <CheckboxGroup {...choice} selected={selected} />
      ) : (
        <RadioGroup {...choice} any={messages.lists.any} selected={selected[0]} />
      )
    }
  }
}

function DaysControl({ field, list, query, errors, presets }: FilterControlProps) {
  const messages = useMessages()
  const [fromName = '', toName = ''] = field.parameters
  const first = query[fromName] as string | undefined
  const chosen = isRelativeDays(first) ? first : undefined
  return (
    <DateRangeField
      id={field.id}
      names={[fromName, toName]}
      label={field.label(messages)}
      from={chosen ? undefined : first}
      to={query[toName] as string | undefined}
      relative={chosen}
      error={describeError(field, errors, messages)}
      presets={presets.map((preset) => {
        const from = preset === 'all' ? undefined : preset
        return {
          label: messages.lists.presets[preset],
          href: filterHref(list, query, { [fromName]: from, [toName]: undefined }),
          current: from === query[fromName] && query[toName] === undefined,
        }
      })}
    />
  )
}

function AmountControl({ field, query, errors }: FilterControlProps) {
  const messages = useMessages()
  return (
    <AmountRangeField
      id={field.id}
      label={field.label(messages)}
      values={field.parameters.map((name) => [name, query[name] as string | undefined])}
      error={describeError(field, errors, messages)}
    />
  )
}

/** What is wrong with the parameters of a filter. */
function describeError({ parameters }: FilterField, errors: readonly FieldError[], messages: Messages) {
  const error = errors.find(({ pointer }) => parameters.includes(pointer.slice(1)))
  const reasons: Record<string, Parameters<typeof formatMessage>[0]> = messages.fields
  return error && formatMessage(reasons[error.reason] ?? error.reason, error.parameters)
}
