import type { ReactNode } from 'react'
import { useMessages } from '#client/app/page-context.tsx'
import { openFilterMenu } from '#client/ui/filter-menu.tsx'
import { Icon } from '#client/ui/icon.tsx'

interface ChipsProps {
  /** The list without any filter; without it there is no "Clear" link. */
  clearHref?: string
  /** How many rows the filters have, in words. */
  count?: string | undefined
  /** The dialog that saves the filter as a view. */
  saveHref?: string | undefined
  children: ReactNode
}

/** The active filters, each readable as a sentence. */
export function Chips({ clearHref, count, saveHref, children }: ChipsProps) {
  const { common, lists } = useMessages()
  return (
    <div className="chips" role="group" aria-label={common.filtersInUse}>
      {children}
      {clearHref && (
        <a className="link xs chips__clear" href={clearHref}>
          {common.clear}
        </a>
      )}
      {count && <span className="chips__clear dimmed">{count}</span>}
      {saveHref && (
        <a className="link xs chips__clear" href={saveHref} data-scroll="keep">
          {lists.saveView}
        </a>
      )}
    </div>
  )
}

interface ChipProps {
  /** The field: "Status". */
  field: string
  /** The operator, if it is not "is". */
  word?: string
  /** "Pending, Open". */
  value: ReactNode
  /** The list without this filter. */
  removeHref: string
  /** The page with the filter's control, whose id follows `#`; without it the chip is plain text. */
  controlHref?: string
}

/** A filter in use: its text leads to its control, its cross removes it. */
export function Chip({ field, word, value, removeHref, controlHref }: ChipProps) {
  const { common, lists } = useMessages()
  const text = (
    <>
      <span className="chip__key">{field}</span>
      {word && <span className="chip__op">{word}</span>}
      <span className="chip__val">{value}</span>
    </>
  )
  return (
    <span className="chip">
      {controlHref === undefined ? (
        text
      ) : (
        <a
          className="chip__edit"
          href={controlHref}
          title={lists.editFilter}
          onClick={(event) => {
            if (openControl(event.currentTarget.hash.slice(1))) event.preventDefault()
          }}
        >
          {text}
        </a>
      )}
      <a className="chip__x" href={removeHref} aria-label={common.remove(field)}>
        <Icon name="x" />
      </a>
    </span>
  )
}

/** Opens the menus around a control and focuses it, as soon as its code is loaded. Returns whether the page has a menu. */
function openControl(id: string): boolean {
  if (!document.getElementById(id)) openFilterMenu()
  if (focusControl(id)) return true
  const menu = document.querySelector('.filter[open]')
  if (!menu) return false
  const observer = new MutationObserver(() => {
    if (focusControl(id)) observer.disconnect()
  })
  observer.observe(menu, { childList: true, subtree: true })
  return true
}

/** Returns whether there is one to focus. */
function focusControl(id: string): boolean {
  const control = document.getElementById(id)
  for (let menu = control?.closest('details'); menu; menu = menu.parentElement?.closest('details')) menu.open = true
  const input = control?.matches('input, select')
    ? (control as HTMLElement)
    : (control?.querySelector<HTMLElement>('input:checked') ?? control?.querySelector<HTMLElement>('input, select'))
  input?.focus()
  return input !== undefined && input !== null
}
