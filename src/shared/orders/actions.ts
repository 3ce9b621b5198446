import { balanceOf, type FulfillmentStatus, type OrderMoney, type OrderStatus } from '#shared/orders/order.ts'
import type { Permission } from '#shared/permissions.ts'
import { nextState, type StateMachine } from '#shared/state-machine.ts'

/** What users do with an order, in the order in which a page offers it. */
export const orderActions = ['ship', 'edit', 'hold', 'release', 'cancel'] as const
export type OrderAction = (typeof orderActions)[number]

/** The permission that each action needs. */
export const actionPermissions = {
  ship: 'shipments.manage',
  edit: 'orders.edit',
  hold: 'orders.hold',
  release: 'orders.hold',
  cancel: 'orders.cancel',
} as const satisfies Record<OrderAction, Permission>

/**
 * The status of an order after an action; what is not listed is illegal. `complete` happens automatically once nothing is left to pay
 * and to ship.
 */
export const lifecycle: StateMachine<OrderStatus, OrderAction | 'complete'> = {
  draft: {},
  pending: {},
  open: { ship: 'open', edit: 'open', hold: 'on_hold', cancel: 'cancelled', complete: 'completed' },
  on_hold: { edit: 'on_hold', release: 'open', cancel: 'cancelled' },
  completed: {},
  cancelled: {},
}

/** What decides whether an action is legal. */
export interface OrderFacts extends Omit<OrderMoney, 'grantedMinor'> {
  fulfillmentStatus: FulfillmentStatus
}

/** Why an order does not allow an action now: its status, or a rule. */
export const orderBlockers = ['status', 'nothing-to-ship', 'has-shipped', 'has-payments'] as const
export type OrderBlocker = (typeof orderBlockers)[number]

/** Rules besides the status. */
const rules: Partial<Record<OrderAction, (order: OrderFacts) => OrderBlocker | undefined>> = {
  ship: ({ fulfillmentStatus }) => (isUnshipped(fulfillmentStatus) ? undefined : 'nothing-to-ship'),
  cancel: ({ fulfillmentStatus, capturedMinor, refundedMinor }) => {
    if (!['unfulfilled', 'not_required', 'returned'].includes(fulfillmentStatus)) return 'has-shipped'
    return capturedMinor > refundedMinor ? 'has-payments' : undefined
  },
}

const isUnshipped = (status: FulfillmentStatus): boolean => status === 'unfulfilled' || status === 'partially_fulfilled'

/** Why the order does not allow the action, regardless of permissions; `undefined` if it does. */
export function findBlocker(order: OrderFacts, action: OrderAction): OrderBlocker | undefined {
  if (nextState(lifecycle, order.status, action) === undefined) return 'status'
  return rules[action]?.(order)
}

/** The actions in the parameter `allowedActions` of the problem `illegal-transition`. */
export const toOrderActions = (parameter: string | number | undefined): OrderAction[] =>
  orderActions.filter((action) => String(parameter).split(' ').includes(action))

/** The actions that the order allows, regardless of permissions. */
export const availableActions = (order: OrderFacts): OrderAction[] =>
  orderActions.filter((action) => findBlocker(order, action) === undefined)

/** The status after automatic changes: an open order with nothing left to pay and to ship is completed. */
export function settledStatus(order: OrderMoney & { fulfillmentStatus: FulfillmentStatus }): OrderStatus {
  const done: readonly FulfillmentStatus[] = ['not_required', 'fulfilled', 'delivered']
  const complete = balanceOf(order) === 0 && done.includes(order.fulfillmentStatus)
  return (complete ? nextState(lifecycle, order.status, 'complete') : undefined) ?? order.status
}
