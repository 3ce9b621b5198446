import { useMessages } from '#client/app/page-context.tsx'
import { CountBadge } from '#client/ui/badge.tsx'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { closeDetails, useDismissDetails } from '#client/ui/use-dismiss-details.ts'
import { useEffect, useRef, type ReactNode } from 'react'

interface FilterMenuProps {
  /** The URL of the filtered list; when it changes, the menu closes and its controls show the new filter. */
  listUrl: string
  /** How many of the menu's filters are active. */
  activeCount: number
  /** The list without them. */
  clearHref: string
  /** A small menu of one column, aligned to the right edge. */
  compact?: boolean
  /** Open from the start: something in it is wrong. */
  open?: boolean
  /** Fieldsets: `CheckboxGroup`, `RadioGroup`, `DateRangeField`. */
  children: ReactNode
}

/** The filters of a list in a menu that opens without script; its controls belong to the GET form around it. */
export function FilterMenu({
  listUrl,
  activeCount,
  clearHref,
  compact = false,
  open = false,
  children,
}: FilterMenuProps) {
  const { common } = useMessages()
  const menu = useDismissMenu(listUrl, open)
  return (
    <details className={compact ? 'filter filter--compact' : 'filter'} ref={menu} open={open}>
      <summary className={compact ? 'btn btn--sm' : 'btn'}>
        <Icon name="list-filter" />
        <span className="filter__word">{common.filter}</span>
        {activeCount > 0 && (
          <CountBadge>
            <span aria-hidden="true">{activeCount}</span>
            <span className="sr-only">{common.filterCount(activeCount)}</span>
          </CountBadge>
        )}
      </summary>
      <div className="filter__box" role="group" aria-label={common.filter}>
        {children}
        <div className="filter__foot">
          <ButtonLink variant="ghost" href={clearHref}>
            {common.clear}
          </ButtonLink>
          <Button type="submit" variant="primary">
            {common.apply}
          </Button>
        </div>
      </div>
    </details>
  )
}

interface CheckboxGroupProps<Value extends string> {
  /** The chip of the filter leads to `filter-{id}`. */
  id?: string
  name: string
  label: string
  values: readonly Value[]
  words: Record<Value, string>
  selected: readonly Value[]
}

/** Selects any number of a fixed set of values. */
export const CheckboxGroup = <Value extends string>({
  id,
  name,
  label,
  values,
  words,
  selected,
}: CheckboxGroupProps<Value>) => (
  <fieldset className="choices" id={id && `filter-${id}`}>
    <legend>{label}</legend>
    {values.map((value) => (
      <label key={value}>
        <input type="checkbox" name={name} value={value} defaultChecked={selected.includes(value)} />
        {words[value]}
      </label>
    ))}
  </fieldset>
)

interface RadioGroupProps<Value extends string> {
  /** The chip of the filter leads to `filter-{id}`. */
  id?: string
  name: string
  label: string
  /** The label of the choice that filters nothing. */
  any: string
  values: readonly Value[]
  words: Record<Value, string>
  selected: Value | undefined
}

/** Selects one of a fixed set of values, or none. */
export const RadioGroup = <Value extends string>({
  id,
  name,
  label,
  any,
  values,
  words,
  selected,
}: RadioGroupProps<Value>) => (
  <fieldset className="choices" id={id && `filter-${id}`}>
    <legend>{label}</legend>
    <label>
      <input type="radio" name={name} value="" defaultChecked={selected === undefined} />
      {any}
    </label>
    {values.map((value) => (
      <label key={value}>
        <input type="radio" name={name} value={value} defaultChecked={value === selected} />
        {words[value]}
      </label>
    ))}
  </fieldset>
)

export interface Option {
  value: string
  label: string
}

interface OptionSelectProps {
  /** The chip of the filter leads to `filter-{id}`. */
  id: string
  name: string
  label: string
  /** The label of the option that filters nothing. */
  any: string
  options: readonly Option[]
  selected: string | undefined
}

/** Selects one of many values, or none. */
export const OptionSelect = ({ id, name, label, any, options, selected = '' }: OptionSelectProps) => (
  <div className="filter__option">
    <label htmlFor={`filter-${id}`}>{label}</label>
    <span className="input select">
      <select id={`filter-${id}`} name={name} defaultValue={selected}>
        <option value="">{any}</option>
        {options.map(({ value, label: text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      <Icon name="chevron-down" />
    </span>
  </div>
)

/** Closes the menu on Escape, on a press elsewhere, on submit, and when `listUrl` changes; then the form resets to the new filter. */
function useDismissMenu(listUrl: string, open: boolean) {
  const menu = useRef<HTMLDetailsElement>(null)
  useDismissDetails(menu, true)
  useEffect(() => {
    const close = () => closeDetails(menu.current)
    const form = menu.current?.closest('form')
    form?.reset()
    if (open && menu.current) menu.current.open = true
    form?.addEventListener('submit', close)
    return () => {
      close()
      form?.removeEventListener('submit', close)
    }
  }, [listUrl, open])
  return menu
}
