import type { ReactNode } from 'react'
import { Icon } from '#client/ui/icon.tsx'
import { useMessages } from '#client/app/page-context.tsx'
import { ButtonLink } from '#client/ui/button.tsx'

interface TableProps {
  /** What the table lists, for screen readers. */
  label: string
  /**
   * Under 640 px the rows become cards: cells of class `c-title` and `c-end` make the first line, `c-sub` and `c-note` the second,
   * every `c-meta` stands in the third; the others are left out.
   */
  cards?: boolean
  /** Inside a card: no gutter, no sticky head. */
  inset?: boolean
  className?: string
  /** thead, tbody, tfoot. */
  children: ReactNode
}

/** A table. A row is opened by its `RowLink`; `data-open` marks the row beside the panel; `.num` cells are right aligned. */
export function Table({ label, cards = false, inset = false, className, children }: TableProps) {
  const classes = ['table', cards && 'table--cards', inset && 'table--inset', className].filter(Boolean)
  return (
    <table className={classes.join(' ')} aria-label={label}>
      {children}
    </table>
  )
}

interface SortHeadProps {
  /** Where the list is sorted by this column, or the other way round when it is already. */
  href: string
  /** How it is sorted now; undefined when by another column: then there is no arrow. */
  direction?: 'ascending' | 'descending' | undefined
  className?: string
  children: ReactNode
}

/** The head of a column that sorts. */
export const SortHead = ({ href, direction, className, children }: SortHeadProps) => (
  <th scope="col" className={className} aria-sort={direction}>
    <a className="table__sort" href={href}>
      {children}
      {direction && <Icon name={direction === 'ascending' ? 'arrow-up' : 'arrow-down'} />}
    </a>
  </th>
)

/** The link of a row: the whole row opens it. */
export const RowLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <a className="ref row-link" href={href}>
    {children}
  </a>
)

/** A row that says why there is none. */
export const EmptyRow = ({ columns, children }: { columns: number; children: ReactNode }) => (
  <tr className="table__empty">
    <td colSpan={columns}>{children}</td>
  </tr>
)

interface PagerProps {
  /** Null at the end of the list. */
  newerHref: string | null
  olderHref: string | null
  /** Beside the buttons: how many there are. */
  children?: ReactNode
}

/** Newer and older, never page numbers. */
export function Pager({ newerHref, olderHref, children }: PagerProps) {
  const { common } = useMessages()
  return (
    <div className="foot">
      <span className="num">{children}</span>
      {(newerHref || olderHref) && (
        <nav className="pager" aria-label={common.pagination}>
          <ButtonLink size="sm" icon="chevron-left" {...linkProps(newerHref)} rel="prev">
            {common.newer}
          </ButtonLink>
          <ButtonLink size="sm" endIcon="chevron-right" {...linkProps(olderHref)} rel="next">
            {common.older}
          </ButtonLink>
        </nav>
      )}
    </div>
  )
}

/** A link without a target is not a link: it is announced as one that leads nowhere now. */
const linkProps = (href: string | null) =>
  href === null ? { 'href': undefined as unknown as string, 'role': 'link', 'aria-disabled': true } : { href }
