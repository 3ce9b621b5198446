import { useMessages } from '#client/app/page-context.tsx'
import { CountBadge } from '#client/ui/badge.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { closeDetails, useDismissDetails } from '#client/ui/use-dismiss-details.ts'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'

interface FilterMenuProps {
  /** The URL of the filtered list, whatever is open on it; when it changes, the menu closes and its controls are made again for the new filter, as they are when it closes without submit. */
  listUrl: string
  /** How many of the menu's filters are active. */
  activeCount: number
  /** A small menu of one column, aligned to the right edge. */
  compact?: boolean
  /** Open from the start: something in it is wrong, or the URL is `openHref`. */
  open?: boolean
  /** The page with the menu open, for browsers without script; without it, the controls are there from the start. */
  openHref?: string
  /** What the controls send, as long as they are not made. */
  values?: readonly (readonly [name: string, value: string])[]
  /** Called when the menu is about to open: when its button is pressed, before the click. */
  onOpen?: (() => void) | undefined
  /** Fieldsets (`CheckboxGroup`, `RadioGroup`, `DateRangeField`) and `FilterFoot`. */
  children: ReactNode
}

/**
 * The filters of a list in a menu; its controls belong to the GET form around it. They are made when the menu opens for the first time, because
 * they are more elements than the rest of the page without its rows. Without script, a link loads the page with the menu open.
 */
export function FilterMenu({
  listUrl,
  activeCount,
  compact = false,
  open = false,
  openHref,
  values = [],
  onOpen,
  children,
}: FilterMenuProps) {
  const { common } = useMessages()
  const { menu, discardCount } = useDismissMenu(listUrl, open)
  const [wasOpened, setOpened] = useState(openHref === undefined)
  const hasControls = wasOpened || open
  const buttonClass = compact ? 'btn btn--sm' : 'btn'
  const label = (
    <>
      <Icon name="list-filter" />
      <span className="filter__word">{common.filter}</span>
      {activeCount > 0 && (
        <CountBadge>
          <span aria-hidden="true">{activeCount}</span>
          <span className="sr-only">{common.filterCount(activeCount)}</span>
        </CountBadge>
      )}
    </>
  )
  return (
    <>
      <details
        className={`filter${compact ? ' filter--compact' : ''}${hasControls ? '' : ' needs-script'}`}
        ref={menu}
        open={open}
      >
        <summary
          className={buttonClass}
          onPointerDown={onOpen}
          onClick={({ detail }) => {
            // Without a pointer there was no press.
            if (detail === 0) onOpen?.()
            setOpened(true)
          }}
        >
          {label}
        </summary>
        {hasControls && (
          <div key={listUrl + discardCount} className="filter__box" role="group" aria-label={common.filter}>
            <div className="filter__head only-sm">
              <span>{common.filters}</span>
              <button
                type="button"
                className="x needs-script"
                aria-label={common.close}
                onClick={() => closeDetails(menu.current)}
              >
                <Icon name="x" />
              </button>
            </div>
            {children}
          </div>
        )}
      </details>
      {!hasControls &&
        values.map(([name, value]) => <input key={name + value} type="hidden" name={name} value={value} />)}
      {!hasControls && (
        <noscript>
          <a className={buttonClass} href={openHref}>
            {label}
          </a>
        </noscript>
      )}
    </>
  )
}

/** Opens the menu of the page, and with it makes its controls. */
export function openFilterMenu(): void {
  const summary = document.querySelector<HTMLElement>('.filter:not([open]) > summary')
  if (summary) flushSync(() => summary.click())
}

/** Closes the menu on Escape, on a press elsewhere, on submit, and when `listUrl` changes; then the search beside it says what is searched, unless something else is being typed. */
function useDismissMenu(listUrl: string, open: boolean) {
  const menu = useRef<HTMLDetailsElement>(null)
  /** What the search said when it was sent or shown last. */
  const searched = useRef<string>(undefined)
  const [discardCount, setDiscardCount] = useState(0)
  useDismissDetails(menu, true)
  useEffect(() => {
    const details = menu.current
    const form = details?.closest('form')
    const search = form?.querySelector<HTMLInputElement>('[type=search]')
    searched.current ??= search?.defaultValue
    if (search && (search !== document.activeElement || search.value === searched.current))
      searched.current = search.value = search.defaultValue
    if (open && details) details.open = true
    let isSent = false
    // What was chosen but not applied must not be sent with the next search. Not `onToggle`, which is also called for a `<details>` inside.
    const onToggle = (): void => {
      if (details?.open) isSent = false
      else if (!isSent) setDiscardCount((count) => count + 1)
    }
    const onSubmit = (): void => {
      searched.current = search?.value
      isSent = true
      closeDetails(details)
    }
    form?.addEventListener('submit', onSubmit)
    details?.addEventListener('toggle', onToggle)
    return () => {
      closeDetails(details)
      details?.removeEventListener('toggle', onToggle)
      form?.removeEventListener('submit', onSubmit)
    }
  }, [listUrl, open])
  return { menu, discardCount }
}
