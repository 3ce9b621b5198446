import { shortcutKeys } from '#client/app/keys.ts'
import { useMessages, usePermission } from '#client/app/page-context.tsx'
import { NextOrderButton } from '#client/orders/next-order-button.tsx'
import { ButtonLink } from '#client/ui/button.tsx'
import { dialogHref } from '#shared/list/url.ts'
import type { OrdersPageQuery } from '#shared/orders/page-query.ts'
import { ordersList } from '#shared/orders/list.ts'

export interface OrdersToolsProps {
  query: OrdersPageQuery
  hasRows: boolean
  hasPanel: boolean
  canPrint: boolean
  canImport: boolean
}

/** The buttons at the top of the list of orders. On phones, two of them are links below it (`orders-page.tsx`), so that the others fit into one row. */
export function OrdersTools({ query, hasRows, hasPanel, canPrint, canImport }: OrdersToolsProps) {
  const { orders } = useMessages()
  const canCreate = usePermission('orders.create')
  const canExport = usePermission('orders.export')
  const canShip = usePermission('shipments.manage')
  const canBulk = usePermission('orders.bulk')
  const tools = [
    [canPrint && hasRows, 'printer', orders.print, { print: 'orders' }],
    [true, 'users', orders.customers, { customers: 'list', cursor: undefined }],
    [canBulk, 'clock', orders.bulk.jobs, { jobs: 'own' }],
    [canExport && hasRows, 'download', orders.export, { export: '1' }],
    [canImport, 'upload', orders.import.button, { import: '1' }],
  ] as const
  return (
    <>
      {canShip && <NextOrderButton />}
      {tools.map(
        ([isShown, icon, label, opened]) =>
          isShown && (
            <ButtonLink
              key={icon}
              icon={icon}
              href={dialogHref(ordersList, { ...query, order: undefined }, opened)}
              data-scroll="keep"
              aria-label={label}
              aria-keyshortcuts={icon === 'download' && !hasPanel ? shortcutKeys.list.export : undefined}
              className={icon === 'clock' || icon === 'printer' ? 'hide-sm' : undefined}
            >
              <span className="hide-sm">{label}</span>
            </ButtonLink>
          ),
      )}
      {canCreate && (
        <ButtonLink
          variant="primary"
          icon="plus"
          href={dialogHref(ordersList, { ...query, order: undefined }, { new: '1' })}
          data-scroll="keep"
          aria-label={orders.createButton}
          aria-keyshortcuts={shortcutKeys.list.create}
        >
          <span className="hide-sm">{orders.createButton}</span>
          <span className="only-sm">{orders.createButtonShort}</span>
        </ButtonLink>
      )}
    </>
  )
}
