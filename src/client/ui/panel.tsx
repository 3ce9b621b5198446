import { shortcutKeys } from '#client/app/keys.ts'
import { useIsPhone } from '#client/ui/use-is-phone.ts'
import { createContext, Fragment, use, useEffect, useLayoutEffect, useRef, type ReactNode } from 'react'
import { navigate } from '#client/navigation/router.ts'
import { keepsPanel } from '#client/navigation/overlay-changes.ts'
import { useMessages } from '#client/app/page-context.tsx'
import { contentId } from '#client/app/content-id.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { useLeaveQuestion } from '#client/ui/dialog.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { Parts } from '#client/ui/parts.tsx'
import { Tooltip } from '#client/ui/tooltip.tsx'

interface PanelProps {
  /** Identifies what is open. When it changes, the content is mounted again, so that nothing chosen, typed or expanded for one record stays for the next. */
  record: string | number
  /** The accessible name: what is open. */
  title: string
  /** The URL of the page without the panel. */
  closeHref: string
  /** The page's name, for the back button on phones. */
  backLabel: string
  /** In the bar: the position ("11 of 86") and the previous and next links. */
  position?: ReactNode
  /** Icon buttons at the right of the bar. */
  tools?: ReactNode
  /** Fills the page instead of a column of it, as its main content; `Page` must know, too. */
  isFull?: boolean
  /** Buttons fixed at the bottom; the most likely next step is primary. */
  actions?: ReactNode
  children: ReactNode
}

const columnHeadings = { title: 'h2', section: 'h3', subsection: 'h4' } as const
const fullHeadings = { title: 'h1', section: 'h2', subsection: 'h3' } as const
/** The headings of a panel: where it fills the page or the screen, that of the page is hidden. */
const PanelHeadings = createContext<typeof columnHeadings | typeof fullHeadings>(columnHeadings)

/** Details next to a list that stays usable; on phones they cover it and are the main content. Its URL opens it; Escape closes it. Pass it to `Page` as `panel`. */
export function Panel({
  record,
  title,
  closeHref,
  backLabel,
  position,
  tools,
  isFull = false,
  actions,
  children,
}: PanelProps) {
  const { common } = useMessages()
  const panel = useFocus(record)
  const { question } = useLeaveQuestion(panel, staysOpenAt)
  const isMain = useIsPhone() || isFull
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented) return
      if (document.querySelector('dialog:modal, :popover-open')) return
      // Else the browser would close the question that may follow.
      event.preventDefault()
      navigate(closeHref)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [closeHref])
  return (
    <section
      className={isFull ? 'panel panel--full' : 'panel'}
      role={isMain ? 'main' : 'complementary'}
      id={isFull ? contentId : undefined}
      aria-label={title}
      tabIndex={-1}
      ref={panel}
    >
      <div className="panel__bar">
        <ButtonLink className="panel__back" variant="ghost" icon="arrow-left" href={closeHref}>
          {backLabel}
        </ButtonLink>
        {position && <span className="panel__position hide-sm">{position}</span>}
        <span className="end">
          {tools}
          <Tooltip label={common.close} shortcut={shortcutKeys.order.close}>
            <a className="btn btn--ghost btn--icon panel__close" href={closeHref} aria-label={common.close}>
              <Icon name="x" />
            </a>
          </Tooltip>
        </span>
      </div>
      <Fragment key={record}>
        <PanelHeadings value={isMain ? fullHeadings : columnHeadings}>{children}</PanelHeadings>
        {actions && <div className="panel__actions">{actions}</div>}
      </Fragment>
      {question}
    </section>
  )
}

const staysOpenAt = (url: string): boolean => keepsPanel(new URL(location.href), new URL(url))

/** Whether the next panel takes the focus, wherever it is now: a key opened it. */
let isNextFocused = false

/** Moves the focus into the panel that the next navigation opens, if it opens one. */
export function focusNextPanel(): void {
  isNextFocused = true
  const reset = (): void => void (isNextFocused = false)
  globalThis.navigation?.addEventListener('navigatesuccess', reset, { once: true })
}

/** Whether a panel that had the focus was removed: then that of the page which follows gets it, such as that of the order of an entry. */
let hasLeftPanel = false

/**
 * When opened from a row by keyboard, from a link of another panel, or by a search, moves focus into the panel, and back to its row when it closes. Keeps it
 * there when what had it disappears, such as the button of an action that is done.
 */
function useFocus(record: string | number) {
  const panel = useRef<HTMLElement>(null)
  const isFocusInside = useRef(false)
  useEffect(() => {
    const onFocusIn = ({ target }: FocusEvent): void => {
      isFocusInside.current = target instanceof Node && panel.current?.contains(target) === true
    }
    document.addEventListener('focusin', onFocusIn)
    return () => document.removeEventListener('focusin', onFocusIn)
  }, [])
  useLayoutEffect(() => {
    if (!isFocusInside.current || document.activeElement !== document.body) return
    // After a dialog that closes has returned the focus to what opened it.
    queueMicrotask(() => {
      if (document.activeElement === document.body) panel.current?.focus({ preventScroll: true })
    })
  })
  useLayoutEffect(() => {
    const { activeElement } = document
    // Going back returns to the link that was followed.
    const isGoingBack = globalThis.navigation?.transition?.navigationType === 'traverse'
    const isFromPanel = activeElement === document.body && hasLeftPanel && !isGoingBack
    const isAskedFor = isNextFocused
    hasLeftPanel = isNextFocused = false
    if (
      isFromPanel ||
      isAskedFor ||
      activeElement?.matches('main :is(tbody, .open-work) :focus-visible, main [role=search] input[type=search]')
    )
      panel.current?.focus({ preventScroll: true })
  }, [record])
  useLayoutEffect(() => {
    const opened = panel.current
    return () => {
      if (!opened?.contains(document.activeElement)) return
      hasLeftPanel = true
      // After the panel is removed: on phones the list is hidden behind it and cannot take focus before.
      queueMicrotask(() => {
        if (document.activeElement !== document.body) return
        const link = document.querySelector<HTMLElement>('main tr[data-open] a')
        link?.focus({ preventScroll: true })
        // A row that the panel was not opened from, such as that of the next order to ship.
        if (link && isOutOfView(link)) link.scrollIntoView({ block: 'center' })
      })
    }
  }, [])
  return panel
}

function isOutOfView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return bottom < 0 || top > innerHeight
}

interface PanelHeadProps {
  title: ReactNode
  /** Next to the heading, such as a copy button. */
  tools?: ReactNode
  /** One line, such as where and when an order was placed; ` · ` separates its parts. */
  note?: ReactNode
  /** At most three pills. */
  badges?: ReactNode
}

/** The heading of a panel: number or name, a note, badges. */
export const PanelHead = ({ title, tools, note, badges }: PanelHeadProps) => (
  <header className="panel__head">
    <div>
      <div className="row">
        <PanelTitle>{title}</PanelTitle>
        {tools}
      </div>
      {note && (
        <p className="sm muted">
          <Parts>{note}</Parts>
        </p>
      )}
    </div>
    {badges && <div className="row row--wrap">{badges}</div>}
  </header>
)

/** The number or the name of what is open. */
export function PanelTitle({ children }: { children: ReactNode }) {
  const { title: Title } = use(PanelHeadings)
  return <Title className="panel__title">{children}</Title>
}

interface PanelSectionProps {
  title?: ReactNode
  /** At the right of the heading. */
  end?: ReactNode
  children: ReactNode
}

/** One section of a panel. */
export function PanelSection({ title, end, children }: PanelSectionProps) {
  const { section: Title } = use(PanelHeadings)
  return (
    <section className="panel__section">
      {title && (
        <Title>
          {title}
          {(end || end === 0) && <span className="end num">{end}</span>}
        </Title>
      )}
      {children}
    </section>
  )
}

/** A heading inside a section of a panel. */
export function PanelSubtitle({ children }: { children: ReactNode }) {
  const { subsection: Title } = use(PanelHeadings)
  return <Title>{children}</Title>
}

/** The sections of a panel that are side by side where it fills the page: the record itself, and what surrounds it. */
export const PanelColumns = ({ main, side }: { main: ReactNode; side: ReactNode }) => (
  <div className="panel__columns">
    <div>{main}</div>
    <div>{side}</div>
  </div>
)
