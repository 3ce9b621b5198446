import type { ReactNode } from 'react'

interface CardProps {
  title?: ReactNode
  /** At the end of the title's line: a link or a short fact. */
  end?: ReactNode
  /** The body keeps the card's padding; `flush` bodies (tables, lists) go to the border. */
  flush?: boolean
  children: ReactNode
}

/** A framed part of a page. Never inside another card. */
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
