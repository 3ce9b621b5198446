import type { ReactNode } from 'react'

interface TabsProps {
  /** What the tabs are tabs of, for screen readers. */
  label: string
  /** Without the page's gutter, inside a body. */
  flush?: boolean
  children: ReactNode
}

/** Views of one page, each a link with an address of its own. */
export const Tabs = ({ label, flush = false, children }: TabsProps) => (
  <nav className={flush ? 'tabs tabs--flush' : 'tabs'} aria-label={label}>
    {children}
  </nav>
)

interface TabProps {
  href: string
  current?: boolean
  /** A capped count beside the word. */
  count?: ReactNode
  /** The count waits for a person. */
  alert?: boolean
  children: ReactNode
}

/** One tab; the current one is marked for everybody. */
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
