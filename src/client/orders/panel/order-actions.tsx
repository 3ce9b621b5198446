import { shortcutKeys } from '#client/app/keys.ts'
import { useOrderMessages } from '#client/orders/use-order-messages.ts'
import { usePermission } from '#client/app/page-context.tsx'
import { nextSteps, type OneClickAction, OneClickForm, tidyingActions } from '#client/orders/panel/one-click-form.tsx'
import { ActionMenu } from '#client/ui/action-menu.tsx'
import { ShipForm } from '#client/orders/dialogs/ship-form.tsx'
import { useAnnotations } from '#client/orders/panel/use-annotations.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { Icon } from '#client/ui/icon.tsx'
import type { IconName } from '#client/ui/icons.ts'
import { getTooltipProps } from '#client/ui/tooltip.tsx'
import { Kbd } from '#client/ui/kbd.tsx'
import type { FormOutcome } from '#shared/page-state.ts'
import type { Annotation, OrderAction } from '#shared/orders/actions.ts'
import type { OrdersPageQuery } from '#shared/orders/page-query.ts'
import type { CarrierView } from '#shared/orders/document-views.ts'
import type { OrderView } from '#shared/orders/views.ts'
import { href } from '#shared/routes/pages.ts'

interface OrderActionsProps {
  order: OrderView
  query: OrdersPageQuery
  carriers: readonly CarrierView[]
  /** Where the next order of the list opens. */
  nextHref: string | undefined
  form: FormOutcome | null
}

const icons: Partial<Record<OrderAction | Annotation | 'print', IconName>> = {
  edit: 'pencil',
  requestReturn: 'package',
  refund: 'undo-2',
  recordDispute: 'circle-alert',
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

/** The keys that start an action (see `useShortcuts`). */
const shortcuts: Partial<Record<OrderAction | Annotation | 'print', string>> = {
  edit: shortcutKeys.order.edit,
  refund: shortcutKeys.order.refund,
  requestReturn: shortcutKeys.order.return,
  hold: shortcutKeys.order.hold,
  note: shortcutKeys.order.note,
  assign: shortcutKeys.order.assign,
  tag: shortcutKeys.order.tag,
  print: shortcutKeys.order.print,
}

/** What cannot be undone comes last. */
const dangerous: readonly string[] = ['cancel', 'discard'] satisfies OrderAction[]

/** The next step as a button, such as the refund of what is owed to the customer, the likely ones next to it, and the others in a menu that works without script; each opens its dialog by a URL. */
export function OrderActions({ order, query, carriers, nextHref, form }: OrderActionsProps) {
  const { actions: words, print } = useOrderMessages().orders
  const canPrint = usePermission('orders.print')
  const annotations = useAnnotations()
  const likely = listLikelyActions(order)
  const hasNextStep = (['ship', ...nextSteps] as const).some((action) => order.actions.includes(action))
  const others = [
    ...order.actions.filter(
      (action) => ![...nextSteps, ...tidyingActions, 'ship', ...likely, ...dangerous].includes(action),
    ),
    ...annotations,
    ...(canPrint ? (['print'] as const) : []),
    ...order.actions.filter((action) => dangerous.includes(action)),
  ]
  const oneClickButtons = (actions: readonly OneClickAction[]) =>
    actions
      .filter((action) => order.actions.includes(action))
      .map((action) => <OneClickForm key={action} order={order} action={action} form={form} />)
  const hrefOf = (action: (typeof others)[number]): string =>
    href('orders', {
      ...query,
      order: order.number,
      ...(action === 'print' ? { action: undefined, print: 'orders' } : { action }),
    })
  const menuItem = (action: (typeof others)[number], className?: string) => (
    <li key={action} className={className}>
      <a
        className={dangerous.includes(action) ? 'menu__item menu__item--danger' : 'menu__item'}
        href={hrefOf(action)}
        data-scroll="keep"
        aria-keyshortcuts={shortcuts[action]}
      >
        <Icon name={icons[action] ?? 'circle'} />
        {action === 'print' ? print : words.names[action]}
        {shortcuts[action] && (
          <span className="end needs-script hide-sm" aria-hidden="true">
            <Kbd>{shortcuts[action]}</Kbd>
          </span>
        )}
      </a>
    </li>
  )
  return (
    <>
      {order.actions.includes('ship') && (
        <ShipForm order={order} query={query} carriers={carriers} nextHref={nextHref} form={form} />
      )}
      {oneClickButtons(nextSteps)}
      {likely.map((action, index) => (
        <ButtonLink
          key={action}
          className={index > 0 ? 'hide-sm' : undefined}
          variant={action === 'refund' && order.balanceMinor < 0 && !hasNextStep ? 'primary' : undefined}
          icon={icons[action]}
          href={hrefOf(action)}
          data-scroll="keep"
          aria-keyshortcuts={shortcuts[action]}
          {...getTooltipProps(words.names[action], shortcuts[action])}
        >
          {words.names[action]}
        </ButtonLink>
      ))}
      {oneClickButtons(tidyingActions)}
      {others.length > 0 && (
        <ActionMenu label={words.more} closedBy={`${order.number} ${query.action}`} shortcut={shortcutKeys.order.more}>
          {likely.slice(1).map((action) => menuItem(action, 'only-sm'))}
          {others.map((action) => menuItem(action))}
        </ActionMenu>
      )}
    </>
  )
}

/** At most two, so that they fit next to the next step; on phones the second one is in the menu. */
function listLikelyActions({ actions, balanceMinor }: OrderView): OrderAction[] {
  const candidates: OrderAction[] = balanceMinor < 0 ? ['refund', 'edit'] : ['edit', 'refund']
  if (balanceMinor > 0) candidates.splice(1, 0, 'recordPayment')
  return [...candidates, 'requestReturn' as const].filter((action) => actions.includes(action)).slice(0, 2)
}
