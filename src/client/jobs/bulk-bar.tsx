import { useCurrentRole, useMessages, usePageContext } from '#client/app/page-context.tsx'
import { RowSelection } from '#client/jobs/row-selection.tsx'
import { useExactCount } from '#client/orders/exact-counts.ts'
import { Button } from '#client/ui/button.tsx'
import { bulkBar as en } from '#shared/messages/en/bulk-bar.ts'
import { bulkBar as zh } from '#shared/messages/zh/bulk-bar.ts'
import { bulkActions, bulkPermissions } from '#shared/orders/bulk-actions.ts'
import type { OrdersPageQuery } from '#shared/orders/page-query.ts'
import type { OrdersView } from '#shared/orders/page-views.ts'
import { roleHasPermission } from '#shared/permissions.ts'

const texts = { en, zh }

/** What can be done with the selected orders, or with all of the filter: the buttons open the dialog of an action. */
export function BulkBar({ query, data }: { query: OrdersPageQuery; data: OrdersView }) {
  const count = useExactCount(query, data.count)
  const { common } = useMessages()
  const words = texts[usePageContext().locale]
  const role = useCurrentRole()
  return (
    <div className="bulk-bar__content" role="group" aria-label={words.label}>
      <RowSelection words={words} rows={data.rows} count={common.count(count)} />
      {(data.next ?? data.previous) !== null && (
        <label className="choice">
          <input type="checkbox" name="all" value="1" />
          <span>{words.all(common.count(count))}</span>
        </label>
      )}
      <div className="bulk-bar__actions">
        {bulkActions
          .filter((action) => roleHasPermission(role, bulkPermissions[action]))
          .map((action) => (
            <Button key={action} type="submit" size="sm" name="bulk" value={action}>
              {words.actions[action]}
            </Button>
          ))}
        {roleHasPermission(role, 'orders.export') && (
          <Button type="submit" size="sm" name="export" value="1">
            {words.export}
          </Button>
        )}
        {data.canPrint && (
          <Button type="submit" size="sm" name="print" value="orders">
            {words.print}
          </Button>
        )}
      </div>
    </div>
  )
}
