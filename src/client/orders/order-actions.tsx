import { useMessages, usePermission } from '#client/app/page-context.tsx'
import { OneClickForm, oneClickActions } from '#client/orders/one-click-form.tsx'
import { ShipForm } from '#client/orders/ship-form.tsx'
import { useAnnotations } from '#client/orders/use-annotations.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { Icon } from '#client/ui/icon.tsx'
import type { IconName } from '#client/ui/icons.ts'
import { getTooltipProps } from '#client/ui/tooltip.tsx'
import { useDismissDetails } from '#client/ui/use-dismiss-details.ts'
import type { FormOutcome } from '#shared/page-state.ts'
import type { Annotation, OrderAction } from '#shared/orders/actions.ts'
import type { OrdersPageQuery } from '#shared/orders/inputs.ts'
import type { CarrierView, OrderView } from '#shared/orders/views.ts'
import { href } from '#shared/routes/pages.ts'
import { useEffect, useRef } from 'react'

interface OrderActionsProps {
  order: OrderView
  query: OrdersPageQuery
  carriers: readonly CarrierView[]
  /** Where the next order of the list opens. */
  nextHref: string | undefined
  form: FormOutcome | null
}

const icons: Partial<Record<OrderAction | Annotation | 'print', IconName>> = {
  requestReturn: 'undo-2',
  refund: 'undo-2',
  recordPayment: 'credit-card',
  capture: 'credit-card',
  void: 'circle-x',
  writeOff: 'circle-x',
  hold: 'clock',
  cancel: 'ban',
  discard: 'trash-2',
  note: 'message-square',
  attach: 'paperclip',
  assign: 'user-plus',
  tag: 'tag',
  print: 'printer',
}

/** What cannot be undone comes last. */
const dangerous: readonly string[] = ['cancel', 'discard'] satisfies OrderAction[]

/** The next step as a button, and the other actions in a menu that works without script; each opens its dialog by a URL. */
export function OrderActions({ order, query, carriers, nextHref, form }: OrderActionsProps) {
  const { actions: words, print } = useMessages().orders
  const canPrint = usePermission('orders.print')
  const menu = useRef<HTMLDetailsElement>(null)
  useDismissDetails(menu, true)
  useEffect(() => {
    if (menu.current) menu.current.open = false
  }, [order.number, query.action])
  const annotations = useAnnotations()
  const isRefundDue = order.balanceMinor < 0 && order.actions.includes('refund')
  const isInMenu = (action: OrderAction): boolean =>
    !['ship', 'edit', ...oneClickActions, ...(isRefundDue ? ['refund'] : []), ...dangerous].includes(action)
  const others = [
    ...order.actions.filter(isInMenu),
    ...annotations,
    ...(canPrint ? (['print'] as const) : []),
    ...order.actions.filter((action) => dangerous.includes(action)),
  ]
  const hrefOf = (action: (typeof others)[number]): string =>
    href('orders', {
      ...query,
      order: order.number,
      ...(action === 'print' ? { action: undefined, print: 'orders' } : { action }),
    })
  return (
    <>
      {order.actions.includes('ship') && (
        <ShipForm key={order.number} order={order} query={query} carriers={carriers} nextHref={nextHref} form={form} />
      )}
      {oneClickActions.map(
        (action) =>
          order.actions.includes(action) && <OneClickForm key={action} order={order} action={action} form={form} />,
      )}
      {isRefundDue && (
        <ButtonLink
          icon="undo-2"
          href={href('orders', { ...query, order: order.number, action: 'refund' })}
          data-scroll="keep"
        >
          {words.names.refund}
        </ButtonLink>
      )}
      {order.actions.includes('edit') && (
        <ButtonLink
          icon="pencil"
          href={href('orders', { ...query, order: order.number, action: 'edit' })}
          data-scroll="keep"
          aria-keyshortcuts="E"
          {...getTooltipProps(words.names.edit, 'E')}
        >
          {words.names.edit}
        </ButtonLink>
      )}
      {others.length > 0 && (
        <details className="action-menu" ref={menu}>
          <summary className="btn btn--icon" aria-label={words.more}>
            <Icon name="ellipsis" />
          </summary>
          <ul className="menu" aria-label={words.more}>
            {others.map((action) => (
              <li key={action}>
                <a
                  className={dangerous.includes(action) ? 'menu__item menu__item--danger' : 'menu__item'}
                  href={hrefOf(action)}
                  data-scroll="keep"
                >
                  <Icon name={icons[action] ?? 'circle'} />
                  {action === 'print' ? print.button : words.names[action]}
                </a>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}
