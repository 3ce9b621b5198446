import { type ImportMessages, useImportMessages } from '#client/orders/import/use-import-messages.ts'
import { downloadCsv, toCsv } from '#client/orders/import/csv.ts'
import type { ImportOptions } from '#client/orders/import/import-result.tsx'
import { Button } from '#client/ui/button.tsx'
import { Table } from '#client/ui/table.tsx'
import type { ChangedOrder, ImportResult } from '#shared/orders/import-views.ts'
import { useState } from 'react'

type Words = ImportMessages

interface ChangedOrdersProps extends ImportOptions {
  changed: ImportResult['changed']
  /** How many are expanded at first; all by default. */
  first?: number
  /** Whether the file of what stays can be made, which needs script. */
  canDownload?: boolean
}

/** The known orders that the shop has changed: what changes, before and after, and what stays as it is. */
export function ChangedOrders({ changed, dryRun, update, first, canDownload = false }: ChangedOrdersProps) {
  const words = useImportMessages()
  const [all, setAll] = useState(false)
  // A job does not keep what is different.
  if (!changed || changed.orders.every(({ changes, kept }) => changes.length + kept.length === 0)) return null
  const { count, orders } = changed
  const shown = all ? orders : orders.slice(0, first)
  const isDone = update && !dryRun
  const title = isDone ? words.changed.updated(count) : words.changed.title(count)
  return (
    <section className="card rejected-orders changed-orders" aria-label={title}>
      <div className="rejected-orders__head">
        <h3>{title}</h3>
        {!isDone && <p>{words.changed.text}</p>}
      </div>
      <Table label={title} inset>
        <thead>
          <tr>
            <th scope="col" data-column="order">
              {words.order}
            </th>
            <th scope="col" data-column="reason">
              {words.changed.changes}
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((order) => (
            <tr key={order.line}>
              <td data-column="order">
                {order.order} <span className="dimmed">{order.number}</span>
              </td>
              <td data-column="reason">
                <Differences order={order} words={words} />
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
      {orders.length > shown.length && (
        <button type="button" className="link refusals__more" onClick={() => setAll(true)}>
          {words.showAll(orders.length)}
        </button>
      )}
      {count > orders.length && <p className="refusals__more">{words.changed.shownFirst(orders.length, count)}</p>}
      {canDownload && orders.some(({ kept }) => kept.length > 0) && (
        <div className="refusals__more">
          <Button size="sm" icon="download" onClick={() => downloadKept(orders, words)}>
            {words.changed.download}
          </Button>
        </div>
      )}
    </section>
  )
}

const Differences = ({ order: { changes, kept }, words }: { order: ChangedOrder; words: Words }) => (
  <ul className="shop-differences">
    {changes.map(({ field, label, kontor, shop }) => (
      <li key={field}>
        <span dir="auto">{label}</span> <del dir="auto">{kontor}</del> → <ins dir="auto">{shop}</ins>
      </li>
    ))}
    {kept.map(({ field, label, kontor, shop }) => (
      <li key={`kept ${field}`} className="shop-differences__kept">
        <b className="strong">{words.changed.stays}</b> <span dir="auto">{label}</span> <ins dir="auto">{kontor}</ins>{' '}
        <del dir="auto">({words.changed.inShop(shop)})</del>
      </li>
    ))}
  </ul>
)

function downloadKept(orders: readonly ChangedOrder[], { order, changed: words }: Words): void {
  const rows = orders.flatMap(({ order: shopNumber, number, kept }) =>
    kept.map(({ label, kontor, shop }) => [number, shopNumber, label, kontor, shop]),
  )
  const head = ['Kontor', order, words.field, words.inKontorColumn, words.inShopColumn]
  downloadCsv(toCsv([head, ...rows]), words.downloadName)
}
