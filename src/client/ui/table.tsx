import type { Density } from '#shared/list/list.ts'
import type { ComponentProps, ReactNode } from 'react'
import { Icon } from '#client/ui/icon.tsx'
import { useMessages } from '#client/app/page-context.tsx'
import { ButtonLink } from '#client/ui/button.tsx'

interface TableProps {
  /** What the table lists, for screen readers. */
  label: string
  /** Inside a card: no gutter, no sticky head. */
  inset?: boolean
  density?: Density | undefined
  className?: string
  /** thead, tbody, tfoot. */
  children: ReactNode
}

/** A table. `data-open` marks the row shown in the panel; `.num` cells are right-aligned. */
export function Table({ label, inset = false, density, className, children }: TableProps) {
  const classes = ['table', inset && 'table--inset', className].filter(Boolean)
  return (
    <table className={classes.join(' ')} aria-label={label} data-density={density}>
      {children}
    </table>
  )
}

interface SortHeadProps extends ComponentProps<'th'> {
  /** The list sorted by this column, or in the other direction if it already is. */
  href: string
  /** The current direction; undefined (no arrow) while the list is sorted by another column. */
  direction?: 'ascending' | 'descending' | undefined
}

/** The heading of a sortable column. */
export const SortHead = ({ href, direction, children, ...attributes }: SortHeadProps) => (
  <th scope="col" {...attributes} aria-sort={direction}>
    <a className="table__sort" href={href}>
      {children}
      {direction && <Icon name={direction === 'ascending' ? 'arrow-up' : 'arrow-down'} />}
    </a>
  </th>
)

/** A row that explains why the table is empty. */
export const EmptyRow = ({ columns, children }: { columns: number; children: ReactNode }) => (
  <tr className="table__empty">
    <td colSpan={columns}>{children}</td>
  </tr>
)

interface PagerProps {
  /** The labels of the links to the page before and the page after. */
  labels: readonly string[]
  /** Null at the end of the list. */
  previousHref: string | null
  nextHref: string | null
  /** Shown next to the buttons: the number of rows. */
  children?: ReactNode
}

/** Links to the neighboring pages; keyset paging has no page numbers. */
export function Pager({ labels: [previous, next], previousHref, nextHref, children }: PagerProps) {
  const { common } = useMessages()
  return (
    <div className="foot">
      <span className="num" data-summary>
        {children}
      </span>
      {(previousHref || nextHref) && (
        <nav className="pager" aria-label={common.pagination}>
          <ButtonLink size="sm" icon="chevron-left" {...linkProps(previousHref)} rel="prev">
            {previous}
          </ButtonLink>
          <ButtonLink size="sm" endIcon="chevron-right" {...linkProps(nextHref)} rel="next">
            {next}
          </ButtonLink>
        </nav>
      )}
    </div>
  )
}

/** A disabled link: no `href`, but still announced as a link. */
const linkProps = (href: string | null) =>
  href === null ? { 'href': undefined as unknown as string, 'role': 'link', 'aria-disabled': true } : { href }
