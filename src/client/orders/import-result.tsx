import { formatCount } from '#shared/count.ts'
import { useMessages } from '#client/app/page-context.tsx'
import { Table } from '#client/ui/table.tsx'
import type { Messages } from '#shared/messages/en.ts'
import type { RefusedOrder, ImportResult } from '#shared/orders/views.ts'
import { useState } from 'react'

type Words = Messages['orders']['import']

/** The heading of the result. */
export const resultTitle = ({ created }: ImportResult, dryRun: boolean, words: Words): string =>
  dryRun ? words.checked(created) : words.imported(created)

/** The next step, or what to know about the result. */
export function resultText({ refused, created }: ImportResult, dryRun: boolean, words: Words): string {
  const refusedCount = refused.length
  if (dryRun) return refusedCount > 0 ? words.checkedWithRefused(refusedCount) : words.checkedText
  if (refusedCount > 0) return words.refusedText(refusedCount)
  return created === 0 ? words.nothingNew : words.allImported
}

/** The counts of the result: read = created + unchanged + refused. */
export function ImportSummary({ result, dryRun }: { result: ImportResult; dryRun: boolean }) {
  const words = useMessages().orders.import
  const { read, created, unchanged, refused } = result
  return (
    <dl className="tally">
      <SummaryItem name={words.read} value={read} />
      <SummaryItem
        name={dryRun ? words.wouldCreate : words.created}
        value={created}
        tone={created > 0 ? 'success' : undefined}
      />
      <SummaryItem name={words.unchanged} value={unchanged} />
      <SummaryItem name={words.refused} value={refused.length} tone={refused.length > 0 ? 'error' : undefined} />
    </dl>
  )
}

/** One count of the summary. */
export const SummaryItem = ({
  name,
  value,
  tone,
}: {
  name: string
  value: number
  tone?: 'success' | 'error' | undefined
}) => (
  <div>
    <dt>{name}</dt>
    <dd className={tone && `tally__${tone}`}>{formatCount(value)}</dd>
  </div>
)

/** The rejected orders with line and reason: `first` of them expanded, the rest on demand. Renders nothing if there are none. */
export function RefusedOrders({
  refused,
  first = refused.length,
}: {
  refused: readonly RefusedOrder[]
  first?: number
}) {
  const words = useMessages().orders.import
  const [all, setAll] = useState(false)
  if (refused.length === 0) return null
  return (
    <div className="card rejected-orders">
      <Table label={words.refusedOrders} inset>
        <thead>
          <tr>
            <th scope="col" data-column="line" className="num">
              {words.line}
            </th>
            <th scope="col" data-column="order">
              {words.order}
            </th>
            <th scope="col" data-column="reason">
              {words.reason}
            </th>
          </tr>
        </thead>
        <tbody>
          {(all ? refused : refused.slice(0, first)).map(({ line, order, reason }, index) => (
            <tr key={index}>
              <td data-column="line">
                <span className="only-sm">{words.line} </span>
                {line}
              </td>
              <td data-column="order">{order}</td>
              <td data-column="reason">{reason}</td>
            </tr>
          ))}
        </tbody>
      </Table>
      {!all && refused.length > first && (
        <button type="button" className="link refusals__more" onClick={() => setAll(true)}>
          {words.showAll(refused.length)}
        </button>
      )}
    </div>
  )
}
