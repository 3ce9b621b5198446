import { useCurrentRole, useMessages, usePageContext } from '#client/app/page-context.tsx'
import { RowSelection } from '#client/jobs/row-selection.tsx'
import { useExactCount } from '#client/orders/exact-counts.ts'
import { ActionMenu } from '#client/ui/action-menu.tsx'
import { Button } from '#client/ui/button.tsx'
import { useIsPhone } from '#client/ui/use-is-phone.ts'
import { bulkBar as en } from '#shared/messages/en/bulk-bar.ts'
import { bulkBar as zh } from '#shared/messages/zh/bulk-bar.ts'
import { pickListParameters } from '#shared/list/url.ts'
import { ordersList } from '#shared/orders/list.ts'
import { bulkActions, bulkPermissions } from '#shared/orders/bulk-actions.ts'
import type { OrdersPageQuery } from '#shared/orders/page-query.ts'
import type { OrdersView } from '#shared/orders/page-views.ts'
import { roleHasPermission } from '#shared/permissions.ts'

const texts = { en, zh }

/** What the menu offers. On phones it offers all but the first action. */
const rareActions: readonly string[] = ['untag', 'release', 'archive', 'unarchive', 'cancel']

/** What can be done with the selected orders, or with all of the filter: the buttons open the dialog of an action. */
export function BulkBar({ query, data }: { query: OrdersPageQuery; data: OrdersView }) {
  const count = useExactCount(query, data)
  const { common } = useMessages()
  const words = texts[usePageContext().locale]
  const role = useCurrentRole()
  const isPhone = useIsPhone()
  const actions = [
    ...bulkActions
      .filter((action) => roleHasPermission(role, bulkPermissions[action]))
      .map((action) => ({ name: 'bulk', value: action, label: words.actions[action] })),
    ...(roleHasPermission(role, 'orders.export') ? [{ name: 'export', value: '1', label: words.export }] : []),
    ...(data.canPrint ? [{ name: 'print', value: 'orders', label: words.print }] : []),
  ]
  const isShown = ({ value }: (typeof actions)[number], index: number): boolean =>
    isPhone ? index === 0 : !rareActions.includes(value)
  const others = actions.filter((action, index) => !isShown(action, index))
  return (
    <div className="bulk-bar__content" role="group" aria-label={words.label}>
      <RowSelection
        words={words}
        rows={data.rows}
        count={common.count(count)}
        filter={JSON.stringify({ ...pickListParameters(ordersList, query), sort: undefined })}
        isPaged={(data.next ?? data.previous) !== null}
      />
      <div className="bulk-bar__actions">
        {actions.filter(isShown).map(({ label, ...action }) => (
          <Button key={action.value} type="submit" size="sm" {...action}>
            {label}
          </Button>
        ))}
        {others.length > 0 && (
          <ActionMenu label={words.more} closedBy={String(query.bulk ?? query.export ?? query.print)} size="sm">
            {others.map(({ label, ...action }) => (
              <li key={action.value}>
                <button
                  type="submit"
                  className={action.value === 'cancel' ? 'menu__item menu__item--danger' : 'menu__item'}
                  {...action}
                >
                  {label}
                </button>
              </li>
            ))}
          </ActionMenu>
        )}
      </div>
    </div>
  )
}
