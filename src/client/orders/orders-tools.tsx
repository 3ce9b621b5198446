import { shortcutKeys } from '#client/app/keys.ts'
import { useMessages, usePermission } from '#client/app/page-context.tsx'
import { deferredComponent } from '#client/deferred-component.tsx'
import { NextOrderButton } from '#client/orders/next-order-button.tsx'
import { ButtonLink, buttonClass } from '#client/ui/button.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { dialogHref } from '#shared/list/url.ts'
import type { OrdersPageQuery } from '#shared/orders/page-query.ts'
import { ordersList } from '#shared/orders/list.ts'

const MoreTools = deferredComponent(
  async () => (await import('#client/orders/more-tools.tsx')).MoreTools,
  // Looks like the button of the menu.
  <span className={buttonClass({}, 'btn--icon')} aria-hidden="true">
    <Icon name="ellipsis" />
  </span>,
)

export interface OrdersToolsProps {
  query: OrdersPageQuery
  hasRows: boolean
  hasPanel: boolean
  canPrint: boolean
  canImport: boolean
  /** The list of customers. */
  customersHref: string
}

/** The buttons at the top of the list of orders. A menu offers those that are needed least; without script all are buttons. */
export function OrdersTools({ query, hasRows, hasPanel, canPrint, canImport, customersHref }: OrdersToolsProps) {
  const { orders } = useMessages()
  const canCreate = usePermission('orders.create')
  const canExport = usePermission('orders.export')
  const canShip = usePermission('shipments.manage')
  const canBulk = usePermission('orders.bulk')
  const linkTo = (opened: Parameters<typeof dialogHref>[2]): string =>
    dialogHref(ordersList, { ...query, order: undefined }, opened)
  const tools = (
    [
      [canPrint && hasRows, 'printer', orders.print, linkTo({ print: 'orders' })],
      [true, 'users', orders.customers, customersHref],
      [canBulk, 'clock', orders.bulk.jobs, linkTo({ jobs: 'own' })],
      [canExport && hasRows, 'download', orders.export, linkTo({ export: '1' })],
      [canImport, 'upload', orders.importButton, linkTo({ import: '1' })],
    ] as const
  ).filter(([isShown]) => isShown)
  const inMenu = tools.filter(([, icon]) => icon === 'printer' || icon === 'clock')
  return (
    <>
      {canShip && <NextOrderButton />}
      {tools.map((tool) => {
        const [, icon, label, href] = tool
        return (
          <ButtonLink
            key={icon}
            icon={icon}
            href={href}
            data-scroll="keep"
            aria-label={label}
            aria-keyshortcuts={icon === 'download' && !hasPanel ? shortcutKeys.list.export : undefined}
            className={inMenu.includes(tool) ? 'in-menu' : undefined}
          >
            <span className="hide-sm">{label}</span>
          </ButtonLink>
        )
      })}
      {inMenu.length > 0 && (
        <div className="topbar__more">
          <MoreTools
            tools={inMenu.map(([, icon, label, href]) => ({ icon, label, href }))}
            closedBy={String(query.print ?? query.jobs)}
          />
        </div>
      )}
      {canCreate && (
        <ButtonLink
          variant="primary"
          icon="plus"
          href={linkTo({ new: '1' })}
          data-scroll="keep"
          aria-label={orders.createButton}
          aria-keyshortcuts={shortcutKeys.list.create}
        >
          <span className="hide-sm">{orders.createButton}</span>
        </ButtonLink>
      )}
    </>
  )
}
