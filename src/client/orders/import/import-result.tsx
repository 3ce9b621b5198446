import { type ImportMessages, useImportMessages } from '#client/orders/import/use-import-messages.ts'
import { formatCount } from '#shared/count.ts'
import { Table } from '#client/ui/table.tsx'
import type { RefusedOrder, ImportResult } from '#shared/orders/import-views.ts'
import { useState } from 'react'

type Words = ImportMessages

/** What was asked of the server. `update`: known orders that the shop has changed are updated. */
export interface ImportOptions {
  dryRun: boolean
  update: boolean
}

/** The heading of the result. */
export function resultTitle(result: ImportResult, { dryRun, update }: ImportOptions, words: Words): string {
  const { created } = result
  const changedCount = countChanged(result)
  if (dryRun) return created === 0 && changedCount > 0 ? words.changed.title(changedCount) : words.checked(created)
  if (!update || changedCount === 0) return words.imported(created)
  return created === 0 ? words.changed.updated(changedCount) : words.changed.importedAndUpdated(created, changedCount)
}

/** The next step, or what to know about the result. */
export function resultText(result: ImportResult, { dryRun, update }: ImportOptions, words: Words): string {
  const refusedCount = countRefused(result, update)
  const changedCount = countChanged(result)
  if (dryRun) return refusedCount > 0 ? words.checkedWithRefused(refusedCount) : words.checkedText
  if (refusedCount > 0) return words.refusedText(refusedCount)
  if (changedCount > 0) return update ? words.changed.text : words.changed.left(changedCount)
  return result.created === 0 ? words.nothingNew : words.allImported
}

export const countChanged = ({ changed }: ImportResult): number => changed?.count ?? 0

/** How many orders cannot be imported. Changed orders that were left as they are belong to `refused`, but can be updated. */
const countRefused = (result: ImportResult, update: boolean): number =>
  result.refused.length - (update ? 0 : countChanged(result))

/** The orders that cannot be imported, without those that can be updated. */
export function listRefused({ refused, changed }: ImportResult, update: boolean): RefusedOrder[] {
  const changedLines = new Set(update ? [] : changed?.orders.map(({ line }) => line))
  return refused.filter(({ line }) => !changedLines.has(line))
}

/** The counts of the result: read = created + changed + unchanged + refused. */
export function ImportSummary({ result, dryRun, update }: { result: ImportResult } & ImportOptions) {
  const words = useImportMessages()
  const { read, created, unchanged } = result
  const changedCount = countChanged(result)
  const refusedCount = countRefused(result, update)
  return (
    <dl className="tally">
      <SummaryItem name={words.read} value={read} />
      <SummaryItem
        name={dryRun ? words.wouldCreate : words.created}
        value={created}
        tone={created > 0 ? 'success' : undefined}
      />
      {changedCount > 0 && (
        <SummaryItem
          name={update && !dryRun ? words.changed.updatedCount : words.changed.count}
          value={changedCount}
          tone={update ? 'success' : undefined}
        />
      )}
      <SummaryItem name={words.unchanged} value={unchanged} />
      <SummaryItem name={words.refused} value={refusedCount} tone={refusedCount > 0 ? 'error' : undefined} />
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
  const words = useImportMessages()
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
