import { useFileImportMessages } from '#client/imports/use-file-import-messages.ts'
import { Table } from '#client/ui/table.tsx'
import type { RefusedOrder } from '#shared/orders/import-views.ts'
import { useState } from 'react'

interface RejectedLinesProps {
  /** The name of the table. */
  label: string
  /** The heading of what a line contains. */
  heading: string
  lines: readonly RefusedOrder[]
  /** How many are expanded at first; all by default. */
  first?: number
}

/** The lines of a file that cannot be imported, with the reason: `first` of them expanded, the rest on demand. Renders nothing if there are none. */
export function RejectedLines({ label, heading, lines, first = lines.length }: RejectedLinesProps) {
  const words = useFileImportMessages()
  const [all, setAll] = useState(false)
  if (lines.length === 0) return null
  // Rows of customers have no number of their own.
  const isNumbered = lines.some(({ order }) => order !== '')
  return (
    <div className="card rejected-orders">
      <Table label={label} inset>
        <thead>
          <tr>
            <th scope="col" data-column="line" className="num">
              {words.line}
            </th>
            {isNumbered && (
              <th scope="col" data-column="order">
                {heading}
              </th>
            )}
            <th scope="col" data-column="reason">
              {words.reason}
            </th>
          </tr>
        </thead>
        <tbody>
          {(all ? lines : lines.slice(0, first)).map(({ line, order, reason }, index) => (
            <tr key={index}>
              <td data-column="line">
                <span className="only-sm">{words.line} </span>
                {line}
              </td>
              {isNumbered && <td data-column="order">{order}</td>}
              <td data-column="reason">{reason}</td>
            </tr>
          ))}
        </tbody>
      </Table>
      {!all && lines.length > first && (
        <button type="button" className="link refusals__more" onClick={() => setAll(true)}>
          {words.showAll(lines.length)}
        </button>
      )}
    </div>
  )
}
