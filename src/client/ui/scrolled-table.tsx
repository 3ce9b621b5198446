import { Table } from '#client/ui/table.tsx'
import type { ReactNode } from 'react'

interface ScrolledTableProps {
  /** What the table lists, for screen readers. */
  label: string
  /** thead, tbody. */
  children: ReactNode
}

/** A table within a form or dialog that may be wider than it: its rows are scrolled, with the keyboard, too. */
export const ScrolledTable = ({ label, children }: ScrolledTableProps) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- without the focus, keys could not scroll it
  <div className="table-mapping__rows" role="group" tabIndex={0} aria-label={label}>
    <Table inset label={label}>
      {children}
    </Table>
  </div>
)
