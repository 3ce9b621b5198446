import { useMessages, usePageContext } from '#client/app/page-context.tsx'
import { CountBadge } from '#client/ui/badge.tsx'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { closeDetails, useDismissDetails } from '#client/ui/use-dismiss-details.ts'
import { useEffect, useRef, type ReactNode } from 'react'

interface FilterMenuProps {
  /** The address of the list as it is filtered: on another one the menu closes and its form shows that filter. */
  listUrl: string
  /** How many of the menu's fields are in use. */
  activeCount: number
  /** Where none of them is. */
  clearHref: string
  /** Small and at the right edge, for a menu of one column. */
  compact?: boolean
  /** Fieldsets: `Choices` and `DaysField`. */
  children: ReactNode
}

/** What a list can be filtered by, in a menu that opens without script. It belongs to the GET form around it. */
export function FilterMenu({ listUrl, activeCount, clearHref, compact = false, children }: FilterMenuProps) {
  const { common } = useMessages()
  const menu = useDismissMenu(listUrl)
  return (
    <details className={compact ? 'filter filter--compact' : 'filter'} ref={menu}>
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
      <div className="filter__box">
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
  name: string
  label: string
  values: readonly Value[]
  words: Record<Value, string>
  selected: readonly Value[]
}

/** Any number of a closed list. */
export const CheckboxGroup = <Value extends string>({
  name,
  label,
  values,
  words,
  selected,
}: CheckboxGroupProps<Value>) => (
  <fieldset className="choices">
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
  name: string
  label: string
  /** The label of the choice that filters nothing. */
  any: string
  values: readonly Value[]
  words: Record<Value, string>
  selected: Value | undefined
}

/** One of a closed list, or any. */
export const RadioGroup = <Value extends string>({
  name,
  label,
  any,
  values,
  words,
  selected,
}: RadioGroupProps<Value>) => (
  <fieldset className="choices">
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

interface DateRangeFieldProps {
  label: string
  /** `YYYY-MM-DD`, both inclusive. */
  from: string | undefined
  to: string | undefined
}

/** Days of the book's zone, open at either end. */
export function DateRangeField({ label, from = '', to = '' }: DateRangeFieldProps) {
  const { common } = useMessages()
  const { book } = usePageContext()
  return (
    <fieldset className="filter__days">
      <legend>{label}</legend>
      <label>
        {common.from}
        <input className="input" type="date" name="from" defaultValue={from} max="9999-12-31" />
      </label>
      <label>
        {common.to}
        <input className="input" type="date" name="to" defaultValue={to} max="9999-12-31" />
      </label>
      <p className="filter__zone">{common.daysInZone(book.timeZone)}</p>
    </fieldset>
  )
}

/** Closed by Escape, by a press anywhere else, when it is sent, and on another address, which brings another filter to its form. */
function useDismissMenu(listUrl: string) {
  const menu = useRef<HTMLDetailsElement>(null)
  useDismissDetails(menu, true)
  useEffect(() => {
    const close = () => closeDetails(menu.current)
    const form = menu.current?.closest('form')
    form?.reset()
    form?.addEventListener('submit', close)
    return () => {
      close()
      form?.removeEventListener('submit', close)
    }
  }, [listUrl])
  return menu
}
