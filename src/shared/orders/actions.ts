import { lifecycle } from '#shared/orders/lifecycle.ts'
import { balanceOf, type FulfillmentStatus, type OrderMoney, type OrderStatus } from '#shared/orders/order.ts'
import type { Permission } from '#shared/permissions.ts'
import { nextState } from '#shared/state-machine.ts'

/** What users do with an order, in the order in which a page offers it. */
export const orderActions = [
  'confirm',
  'ship',
  'edit',
  'refund',
  'recordPayment',
  'capture',
  'recordDispute',
  'requestReturn',
  'hold',
  'release',
  'void',
  'writeOff',
  'archive',
  'unarchive',
  'cancel',
  'discard',
] as const
export type OrderAction = (typeof orderActions)[number]

/** What users do with one document of an order; each document says which it allows (`shipment.ts`, `return.ts`, `dispute.ts`). */
export const documentActions = [
  'deliverShipment',
  'correctShipment',
  'cancelShipment',
  'approveReturn',
  'rejectReturn',
  'receiveReturn',
  'completeReturn',
  'cancelReturn',
  'winDispute',
  'loseDispute',
  'reopenDispute',
  'cancelDispute',
] as const
export type DocumentAction = (typeof documentActions)[number]

/** The permission that each action needs. */
export const actionPermissions = {
  confirm: 'orders.create',
  ship: 'shipments.manage',
  edit: 'orders.edit',
  hold: 'orders.hold',
  release: 'orders.hold',
  cancel: 'orders.cancel',
  archive: 'orders.archive',
  unarchive: 'orders.archive',
  requestReturn: 'returns.manage',
  approveReturn: 'returns.manage',
  rejectReturn: 'returns.manage',
  receiveReturn: 'returns.manage',
  completeReturn: 'returns.manage',
  cancelReturn: 'returns.manage',
  discard: 'orders.create',
  deliverShipment: 'shipments.manage',
  correctShipment: 'shipments.manage',
  cancelShipment: 'shipments.manage',
  recordPayment: 'payments.record',
  capture: 'payments.record',
  void: 'payments.record',
  refund: 'refunds.request',
  recordDispute: 'refunds.approve',
  winDispute: 'refunds.approve',
  loseDispute: 'refunds.approve',
  reopenDispute: 'refunds.approve',
  cancelDispute: 'refunds.approve',
  writeOff: 'payments.write_off',
} as const satisfies Record<OrderAction | DocumentAction, Permission>

/** What users add to an order, whatever its status and without changing its version. */
export const annotations = ['note', 'attach', 'assign', 'tag'] as const
export type Annotation = (typeof annotations)[number]

/** The permission that each annotation needs. */
export const annotationPermissions = {
  note: 'orders.note',
  attach: 'orders.attach',
  assign: 'orders.assign',
  tag: 'orders.tag',
} as const satisfies Record<Annotation, Permission>

/** Whether an order is of a kind for which an action makes sense at all; otherwise not even why it is not possible is of interest. */
export function isApplicable({ status, isArchived }: OrderFacts, action: OrderAction): boolean {
  if (action === 'confirm') return status === 'draft' || status === 'pending'
  if (action === 'discard') return status === 'draft'
  if (action === 'archive') return !isArchived
  return action !== 'unarchive' || isArchived
}

/** What decides whether an action is legal. */
export interface OrderFacts extends OrderMoney {
  /** Open authorizations, and refunds that are requested or being paid out. */
  authorizedMinor: number
  refundPendingMinor: number
  /** Disputes that are open, and those that were lost. */
  disputeOpenMinor: number
  disputeLostMinor: number
  fulfillmentStatus: FulfillmentStatus
  isArchived: boolean
}

/** Why an order does not allow an action now: its status, or a rule. */
export const orderBlockers = [
  'status',
  'nothing-to-ship',
  'nothing-to-return',
  'has-shipped',
  'nothing-authorized',
  'nothing-to-refund',
  'nothing-to-dispute',
  'nothing-owed',
  'not-settled',
  'not-finished',
  'archived',
  'not-archived',
] as const
export type OrderBlocker = (typeof orderBlockers)[number]

/** Rules besides the status. */
const rules: Partial<Record<OrderAction | DocumentAction, (order: OrderFacts) => OrderBlocker | undefined>> = {
  ship: ({ fulfillmentStatus }) => (isUnshipped(fulfillmentStatus) ? undefined : 'nothing-to-ship'),
  requestReturn: ({ fulfillmentStatus }) =>
    ['unfulfilled', 'not_required', 'returned'].includes(fulfillmentStatus) ? 'nothing-to-return' : undefined,
  cancel: ({ fulfillmentStatus }) =>
    ['unfulfilled', 'not_required', 'returned'].includes(fulfillmentStatus) ? undefined : 'has-shipped',
  capture: ({ authorizedMinor }) => (authorizedMinor > 0 ? undefined : 'nothing-authorized'),
  void: ({ authorizedMinor }) => (authorizedMinor > 0 ? undefined : 'nothing-authorized'),
  refund: (order) => (refundableMinor(order) > 0 ? undefined : 'nothing-to-refund'),
  recordDispute: (order) => (refundableMinor(order) > 0 ? undefined : 'nothing-to-dispute'),
  writeOff: (order) => (balanceOf(order) > 0 ? undefined : 'nothing-owed'),
  archive: (order) => (order.isArchived ? 'archived' : isSettled(order) ? undefined : 'not-settled'),
  unarchive: ({ isArchived }) => (isArchived ? undefined : 'not-archived'),
}

/** Nothing is owed or about to be paid. */
const isSettled = (order: OrderFacts): boolean =>
  balanceOf(order) === 0 &&
  order.authorizedMinor === 0 &&
  order.refundPendingMinor === 0 &&
  order.disputeOpenMinor === 0

/** The part of the captured money that is not refunded, reserved for a refund or disputed. */
const refundableMinor = (order: OrderFacts): number =>
  order.capturedMinor - order.refundedMinor - order.refundPendingMinor - order.disputeOpenMinor - order.disputeLostMinor

const isUnshipped = (status: FulfillmentStatus): boolean => status === 'unfulfilled' || status === 'partially_fulfilled'

/** Why the order does not allow the action, regardless of permissions; `undefined` if it does. */
export function findBlocker(order: OrderFacts, action: OrderAction | DocumentAction): OrderBlocker | undefined {
  if (nextState(lifecycle, order.status, action) === undefined) return action === 'archive' ? 'not-finished' : 'status'
  return rules[action]?.(order)
}

/** The actions in the parameter `allowedActions` of the problem `illegal-transition`. */
export const toActions = (parameter: string | number | undefined): (OrderAction | DocumentAction)[] =>
  [...orderActions, ...documentActions].filter((action) => String(parameter).split(' ').includes(action))

/** The actions that the order allows, regardless of permissions. */
export const availableActions = (order: OrderFacts): OrderAction[] =>
  orderActions.filter((action) => findBlocker(order, action) === undefined)

/**
 * The status after automatic changes: an open order with nothing left to pay and to ship is completed, and a completed one of which
 * something is to be shipped or owed again is open.
 */
export function settledStatus(order: OrderMoney & { fulfillmentStatus: FulfillmentStatus }): OrderStatus {
  const isDone = !isUnshipped(order.fulfillmentStatus) && balanceOf(order) === 0
  return nextState(lifecycle, order.status, isDone ? 'complete' : 'reopen') ?? order.status
}
