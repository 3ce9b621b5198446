import type { ReactNode } from 'react'

interface CardProps {
  title?: ReactNode
  /** At the end of the title line: a link or a short fact. */
  end?: ReactNode
  /** Without padding, for bodies that reach the border such as tables and lists. */
  flush?: boolean
  children: ReactNode
}

/** A bordered section of a page. Do not nest cards. */
export const Card = ({ title, end, flush = false, children }: CardProps) => (
  <section className="card">
    {title && (
      <header className="card__head">
        <h2>{title}</h2>
        {end && <span className="end sm dimmed">{end}</span>}
      </header>
    )}
    {flush ? children : <div className={title ? 'card__body' : 'card__body card__body--bare'}>{children}</div>}
  </section>
)
