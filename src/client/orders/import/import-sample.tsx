import { useImportMessages } from '#client/orders/import/use-import-messages.ts'
import { Button } from '#client/ui/button.tsx'
import { ScrolledTable } from '#client/ui/scrolled-table.tsx'
import { Time } from '#client/ui/time.tsx'
import { formatMoney } from '#shared/money.ts'
import type { ImportResult } from '#shared/orders/import-views.ts'

/** The first orders of a table as its columns were chosen; nothing for a known format. */
export function ImportSample({
  mapped,
  onChangeColumns,
}: Pick<ImportResult, 'mapped'> & { onChangeColumns?: (() => void) | undefined }) {
  const words = useImportMessages()
  const { mapping } = words
  if (!mapped || mapped.orders.length === 0) return null
  return (
    <div className="import-sample">
      <div className="import-sample__title">
        <h3 className="sm strong">{mapping.sample}</h3>
        {onChangeColumns && (
          <Button size="sm" onClick={onChangeColumns}>
            {mapping.change}
          </Button>
        )}
      </div>
      <ScrolledTable label={mapping.sample}>
        <thead>
          <tr>
            <th scope="col">{words.order}</th>
            <th scope="col">{mapping.placed}</th>
            <th scope="col">{mapping.customer}</th>
            <th scope="col">{mapping.items}</th>
            <th scope="col" className="num">
              {mapping.total}
            </th>
          </tr>
        </thead>
        <tbody>
          {mapped.orders.map(({ line, order, placedAt, customer, items, itemCount, totalMinor, currency }) => (
            <tr key={line}>
              <td>{order}</td>
              <td>
                <Time at={placedAt} />
              </td>
              <td>{customer}</td>
              <td>
                {items.map(({ quantity, name }) => `${quantity} × ${name}`).join(', ')}{' '}
                {itemCount > items.length && mapping.moreItems(itemCount - items.length)}
              </td>
              <td className="num">{formatMoney(totalMinor, currency)}</td>
            </tr>
          ))}
        </tbody>
      </ScrolledTable>
    </div>
  )
}
