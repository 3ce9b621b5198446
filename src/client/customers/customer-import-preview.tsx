import { SummaryItem } from '#client/orders/import/import-result.tsx'
import { useCustomerImportMessages } from '#client/customers/use-customer-import-messages.ts'
import { ScrolledTable } from '#client/ui/scrolled-table.tsx'
import type { CustomerImportResult } from '#shared/customers/import-views.ts'

/** Number of rejected rows shown in a preview. */
const maxRefused = 50

/** What an import of customers would do: the counts, the first customers, and the rows that it would reject. */
export function CustomerImportPreview({ result }: { result: CustomerImportResult }) {
  const words = useCustomerImportMessages()
  const { read, created, updated, unchanged, refused, sample } = result
  const { counts, sampleColumns, refusedColumns } = words
  return (
    <>
      <dl className="tally">
        <SummaryItem name={counts.read} value={read} />
        <SummaryItem name={counts.created} value={created} tone={created > 0 ? 'success' : undefined} />
        <SummaryItem name={counts.updated} value={updated} tone={updated > 0 ? 'success' : undefined} />
        <SummaryItem name={counts.unchanged} value={unchanged} />
        <SummaryItem name={counts.refused} value={refused.length} tone={refused.length > 0 ? 'error' : undefined} />
      </dl>
      {created + updated === 0 && <p className="muted">{words.nothing}</p>}
      {sample.length > 0 && (
        <ScrolledTable label={words.sample}>
          <thead>
            <tr>
              <th scope="col">{sampleColumns.name}</th>
              <th scope="col">{sampleColumns.email}</th>
              <th scope="col">{sampleColumns.phone}</th>
              <th scope="col">{sampleColumns.city}</th>
            </tr>
          </thead>
          <tbody>
            {sample.map(({ line, name, email, phone, city }) => (
              <tr key={line}>
                <td>{name}</td>
                <td>{email}</td>
                <td>{phone}</td>
                <td>{city}</td>
              </tr>
            ))}
          </tbody>
        </ScrolledTable>
      )}
      {refused.length > 0 && (
        <ScrolledTable label={words.refused}>
          <thead>
            <tr>
              <th scope="col" className="num">
                {refusedColumns.line}
              </th>
              <th scope="col">{refusedColumns.id}</th>
              <th scope="col">{refusedColumns.reason}</th>
            </tr>
          </thead>
          <tbody>
            {refused.slice(0, maxRefused).map(({ line, order, reason }) => (
              <tr key={line}>
                <td className="num">{line}</td>
                <td>{order}</td>
                <td>{reason}</td>
              </tr>
            ))}
          </tbody>
        </ScrolledTable>
      )}
      {refused.length > maxRefused && <p className="sm muted">{words.moreRefused(refused.length - maxRefused)}</p>}
    </>
  )
}
