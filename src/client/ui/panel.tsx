import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react'
import { navigate } from '#client/navigation/router.ts'
import { useMessages } from '#client/app/page-context.tsx'
import { ButtonLink } from '#client/ui/button.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { Tooltip } from '#client/ui/tooltip.tsx'

interface PanelProps {
  /** What is open, for screen readers and for the top of the panel on phones. */
  title: string
  /** The address of the page without the panel. */
  closeHref: string
  /** The page's name: where "back" leads on a phone. */
  backLabel: string
  /** In the bar: "11 of 86", previous and next. */
  position?: ReactNode
  /** In the bar at the right: icon buttons. */
  tools?: ReactNode
  /** Sticks to the bottom: the most likely legal step is primary. */
  actions?: ReactNode
  children: ReactNode
}

/** What is open beside the list. The list stays alive; Escape closes; the address carries it. Goes into `Page`'s `panel`. */
export function Panel({ title, closeHref, backLabel, position, tools, actions, children }: PanelProps) {
  const { common } = useMessages()
  const panel = useFocusByKeyboard()
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector('dialog:modal, :popover-open'))
        return
      navigate(closeHref)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [closeHref])
  return (
    <aside className="panel" aria-label={title} tabIndex={-1} ref={panel}>
      <div className="panel__bar">
        <ButtonLink className="panel__back" variant="ghost" icon="arrow-left" href={closeHref}>
          {backLabel}
        </ButtonLink>
        {position && <span className="panel__position hide-sm">{position}</span>}
        <span className="end">
          {tools}
          <Tooltip label={common.close} shortcut="Esc">
            <a className="btn btn--ghost btn--icon panel__close" href={closeHref} aria-label={common.close}>
              <Icon name="x" />
            </a>
          </Tooltip>
        </span>
      </div>
      {children}
      {actions && <div className="panel__actions">{actions}</div>}
    </aside>
  )
}

/** Who opens a panel by keyboard goes into it, past the rest of the list, and comes back to the row when it closes. */
function useFocusByKeyboard() {
  const panel = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const opened = panel.current
    if (document.activeElement?.matches('main tbody :focus-visible')) opened?.focus({ preventScroll: true })
    return () => {
      if (!opened?.contains(document.activeElement)) return
      // Once the panel is gone: on a phone the list is hidden behind it.
      queueMicrotask(() => document.querySelector<HTMLElement>('main tr[data-open] a')?.focus({ preventScroll: true }))
    }
  }, [])
  return panel
}

interface PanelHeadProps {
  title: ReactNode
  /** One line of origin. */
  note?: ReactNode
  /** At most three pills. */
  badges?: ReactNode
}

/** The head of a panel: number or name, one line of origin, pills. */
export const PanelHead = ({ title, note, badges }: PanelHeadProps) => (
  <header className="panel__head">
    <div>
      <h2 className="panel__title">{title}</h2>
      {note && <p className="sm muted">{note}</p>}
    </div>
    {badges && <div className="row row--wrap">{badges}</div>}
  </header>
)

/** One part of a panel; `end` stands at the right of its heading. */
export const PanelSection = ({ title, end, children }: { title?: ReactNode; end?: ReactNode; children: ReactNode }) => (
  <section className="panel__section">
    {title && (
      <h3>
        {title}
        {end && <span className="end num">{end}</span>}
      </h3>
    )}
    {children}
  </section>
)
