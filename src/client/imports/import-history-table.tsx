import { ScrolledTable } from '#client/ui/scrolled-table.tsx'
import type { ImportView } from '#shared/orders/import-views.ts'
import type { ReactNode } from 'react'

interface ImportHistoryTableProps {
  title: string
  headings: readonly string[]
  /** The heading of the column of links, which is not shown. */
  actions: string
  imports: readonly ImportView[]
  renderRow: (view: ImportView) => ReactNode
}

/** Earlier imports, closed at first. Renders nothing if there are none. */
export function ImportHistoryTable({ title, headings, actions, imports, renderRow }: ImportHistoryTableProps) {
  if (imports.length === 0) return null
  return (
    <details className="import-history">
      <summary>{title}</summary>
      <ScrolledTable label={title}>
        <thead>
          <tr>
            {headings.map((heading) => (
              <th key={heading} scope="col">
                {heading}
              </th>
            ))}
            <th scope="col">
              <span className="sr-only">{actions}</span>
            </th>
          </tr>
        </thead>
        <tbody>{imports.map((view) => renderRow(view))}</tbody>
      </ScrolledTable>
    </details>
  )
}

/** The cell with what can be done with an import: labels and their addresses. */
export const ImportLinks = ({ links }: { links: readonly (readonly [label: string, href: string])[] }) => (
  <td>
    {links.map(([label, target]) => (
      <div key={label}>
        <a className="link" href={target} data-scroll="keep">
          {label}
        </a>
      </div>
    ))}
  </td>
)
