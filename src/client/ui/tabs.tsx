import type { ReactNode, Ref } from 'react'

interface TabsProps {
  /** The accessible name of the tab list. */
  label: string
  /** Without the page's gutter, for use inside other content. */
  flush?: boolean
  ref?: Ref<HTMLElement>
  children: ReactNode
}

/** Views of one page; each is a link with its own URL. */
export const Tabs = ({ label, flush = false, ref, children }: TabsProps) => (
  <nav className={flush ? 'tabs tabs--flush' : 'tabs'} aria-label={label} ref={ref}>
    {children}
  </nav>
)

interface TabProps {
  href: string
  current?: boolean
  /** A capped count next to the label. */
  count?: ReactNode
  /** Whether the counted items need attention. */
  alert?: boolean
  children: ReactNode
}

/** One tab; `aria-current` marks the current one. */
export const Tab = ({ href, current = false, count, alert = false, children }: TabProps) => (
  <a
    className={alert ? 'tabs__item tabs__item--alert' : 'tabs__item'}
    href={href}
    aria-current={current ? 'page' : undefined}
  >
    {children}
    {count !== undefined && <span className="n">{count}</span>}
  </a>
)
