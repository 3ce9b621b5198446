import { useMessages } from '#client/app/page-context.tsx'
import type { Tone } from '#client/ui/badge.tsx'
import type { FulfillmentStatus, OrderStatus, PaymentStatus } from '#shared/orders/order.ts'
import type { ReturnStatus } from '#shared/orders/return.ts'
import type { ShipmentStatus } from '#shared/orders/shipment.ts'
import type { InvitationStatus } from '#shared/staff/invitations.ts'
import type { TokenState } from '#shared/tokens/tokens-list.ts'
import type { UserStatus } from '#shared/staff/user-status.ts'

/** Shapes mean the same for every kind of status. `status.css` draws each from its class, in the default tone listed here. */
const shapes = {
  dashed: 'neutral',
  half: 'info',
  done: 'success',
  dot: 'info',
  pause: 'warning',
  cross: 'quiet',
  slash: 'quiet',
  back: 'neutral',
  alert: 'warning',
  clock: 'neutral',
  pencil: 'neutral',
  lock: 'neutral',
  truck: 'info',
  none: 'quiet',
} as const satisfies Record<string, Tone | 'quiet'>
type StatusStyle = readonly [keyof typeof shapes, Tone | 'quiet']

const statusStyles = {
  order: {
    draft: ['pencil', 'neutral'],
    pending: ['clock', 'neutral'],
    open: ['dot', 'info'],
    on_hold: ['pause', 'warning'],
    completed: ['done', 'success'],
    cancelled: ['cross', 'quiet'],
  } satisfies Record<OrderStatus, StatusStyle>,
  payment: {
    unpaid: ['dashed', 'neutral'],
    partially_authorized: ['lock', 'warning'],
    authorized: ['lock', 'neutral'],
    partially_paid: ['half', 'warning'],
    paid: ['done', 'success'],
    overpaid: ['alert', 'warning'],
    partially_refunded: ['back', 'neutral'],
    refunded: ['back', 'neutral'],
    voided: ['slash', 'quiet'],
  } satisfies Record<PaymentStatus, StatusStyle>,
  fulfillment: {
    not_required: ['none', 'quiet'],
    unfulfilled: ['dashed', 'neutral'],
    partially_fulfilled: ['half', 'info'],
    fulfilled: ['truck', 'info'],
    delivered: ['done', 'success'],
    partially_returned: ['back', 'neutral'],
    returned: ['back', 'neutral'],
  } satisfies Record<FulfillmentStatus, StatusStyle>,
  shipment: {
    shipped: ['truck', 'info'],
    delivered: ['done', 'success'],
    cancelled: ['cross', 'quiet'],
  } satisfies Record<ShipmentStatus, StatusStyle>,
  return: {
    requested: ['clock', 'warning'],
    approved: ['dot', 'info'],
    received: ['back', 'neutral'],
    completed: ['done', 'success'],
    rejected: ['slash', 'quiet'],
    cancelled: ['cross', 'quiet'],
  } satisfies Record<ReturnStatus, StatusStyle>,
  invitation: {
    open: ['clock', 'neutral'],
    accepted: ['done', 'success'],
    expired: ['slash', 'quiet'],
    revoked: ['cross', 'quiet'],
  } satisfies Record<InvitationStatus, StatusStyle>,
  token: {
    active: ['done', 'success'],
    expired: ['slash', 'quiet'],
    revoked: ['cross', 'quiet'],
  } satisfies Record<TokenState, StatusStyle>,
  user: {
    pending: ['clock', 'warning'],
    active: ['done', 'success'],
    suspended: ['slash', 'error'],
    archived: ['none', 'quiet'],
  } satisfies Record<UserStatus, StatusStyle>,
}

type StatusProps = (
  | { kind: 'order'; value: OrderStatus }
  | { kind: 'payment'; value: PaymentStatus }
  | { kind: 'fulfillment'; value: FulfillmentStatus }
  | { kind: 'shipment'; value: ShipmentStatus }
  | { kind: 'return'; value: ReturnStatus }
  | { kind: 'user'; value: UserStatus }
  | { kind: 'invitation'; value: InvitationStatus }
  | { kind: 'token'; value: TokenState }
) & {
  /** Shows a pill, for use outside of tables. */
  badge?: boolean
  /** Replaces the status's label: "2 to ship". */
  text?: string
}

/** A status as a label with a shape; the color only repeats it. */
export function Status({ kind, value, badge = false, text }: StatusProps) {
  const words: Record<string, string> = useMessages().common.statuses[kind]
  const block = badge ? 'badge' : 'status'
  return <span className={`${block} ${statusClass(kind, value, block)}`}>{text ?? words[value]}</span>
}

/** Shape and tone alone, for a table cell that is a status itself: a list has hundreds of them, so a tone that goes without saying is left out. */
export function statusClass(
  kind: keyof typeof statusStyles,
  value: string,
  block: 'badge' | 'status' = 'status',
): string {
  const style = (statusStyles[kind] as Record<string, StatusStyle>)[value] ?? unknownStyle
  let name = classNames[block].get(style)
  if (name === undefined) {
    const [shape, tone] = style
    const needsToneClass = block === 'badge' ? tone !== 'neutral' : tone !== shapes[shape]
    name = `shape-${shape}${needsToneClass ? ` ${block}--${tone}` : ''}`
    classNames[block].set(style, name)
  }
  return name
}

const unknownStyle: StatusStyle = ['none', 'quiet']
const classNames = { badge: new Map<StatusStyle, string>(), status: new Map<StatusStyle, string>() }
