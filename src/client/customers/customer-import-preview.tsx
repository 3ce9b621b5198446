import { ImportTally } from '#client/imports/import-tally.tsx'
import { RejectedLines } from '#client/imports/rejected-lines.tsx'
import { useCustomerImportMessages } from '#client/customers/use-customer-import-messages.ts'
import { useFileImportMessages } from '#client/imports/use-file-import-messages.ts'
import { Banner } from '#client/ui/banner.tsx'
import { ScrolledTable } from '#client/ui/scrolled-table.tsx'
import type { CustomerImportResult } from '#shared/customers/import-views.ts'

/** Number of rejected customers that are shown at first. */
const maxShown = 50

/** What an import of customers would do: the counts, the first customers, and the rows that it would reject. */
export function CustomerImportPreview({ result }: { result: CustomerImportResult }) {
  const words = useCustomerImportMessages()
  const { read, created, updated, unchanged, refused, sample, isEncodingGuessed } = result
  const { sampleColumns } = words
  const { guessedEncoding } = useFileImportMessages()
  return (
    <>
      <ImportTally
        counts={[
          { name: words.read, value: read },
          { name: words.wouldCreate, value: created, tone: 'success' },
          { name: words.updated, value: updated, tone: 'success' },
          { name: words.unchanged, value: unchanged },
          { name: words.refused, value: refused.length, tone: 'error' },
        ]}
      />
      {isEncodingGuessed && <Banner kind="warning">{guessedEncoding}</Banner>}
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
      <RejectedLines label={words.refusedCustomers} heading={words.customer} lines={refused} first={maxShown} />
    </>
  )
}
