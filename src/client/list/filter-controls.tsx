import { useMessages } from '#client/app/page-context.tsx'
import { FilterFoot } from '#client/list/filter-foot.tsx'
import type { FilterOptions } from '#client/list/list-filter-menu.tsx'
import { describeValue } from '#client/list/use-active-filters.ts'
import type { DayPreset } from '#client/ui/day-presets.ts'
import { CheckboxGroup, OptionSelect, RadioGroup } from '#client/ui/filter-choices.tsx'
import { AmountRangeField, DateRangeField } from '#client/ui/range-fields.tsx'
import { type FilterField, isFilterSet, type QueryValues, selectedValues } from '#shared/list/filter-fields.ts'
import type { List } from '#shared/list/list.ts'
import type { Messages } from '#shared/messages/en.ts'
import { filterHref } from '#shared/list/url.ts'
import type { ViewListName } from '#shared/list/view-lists.ts'
import { isRelativeDays } from '#shared/list/relative-days.ts'
import { type FieldError, formatMessage } from '#shared/problem.ts'
import type { ReactElement } from 'react'

export interface FilterControlsProps {
  list: List
  query: QueryValues
  /** The filters to choose. */
  fields: readonly FilterField[]
  currencies: readonly string[]
  options: FilterOptions
  errors: readonly FieldError[]
  presets: readonly DayPreset[]
  /** The list without these filters. */
  clearHref: string
  /** The list that counts the rows of a filter before it is applied. */
  counted: ViewListName | undefined
}

/** The content of a filter menu. */
export function FilterControls({ fields, clearHref, counted, ...props }: FilterControlsProps) {
  const { lists } = useMessages()
  const ofKinds = (...kinds: FilterField['kind'][]) => fields.filter(({ kind }) => kinds.includes(kind))
  const renderControl = (field: FilterField) => <FilterControl key={field.id} field={field} {...props} />
  const options = ofKinds('option')
  // The days of the list itself come first.
  const [first, ...others] = [...ofKinds('days'), ...ofKinds('amount')]
  return (
    <>
      <div className="filter__cols">{ofKinds('choice', 'currency', 'exclusions', 'search').map(renderControl)}</div>
      {options.length > 0 && <div className="filter__options">{options.map(renderControl)}</div>}
      {first && renderControl(first)}
      {others.length > 0 && (
        <details className="filter__more" open={others.some((field) => isFilterSet(field, props.query))}>
          <summary>{lists.moreFilters}</summary>
          {others.map(renderControl)}
        </details>
      )}
      <FilterFoot clearHref={clearHref} counted={counted} />
    </>
  )
}

interface FilterControlProps extends Omit<FilterControlsProps, 'fields' | 'clearHref' | 'counted'> {
  field: FilterField
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
