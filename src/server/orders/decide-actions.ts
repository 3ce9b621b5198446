import { hasPermission } from '#server/auth/access.ts'
import type { RequestContext } from '#server/context.ts'
import { toOrderFacts } from '#server/orders/order-money.ts'
import type { DisputeRecord } from '#server/orders/money/dispute-store.ts'
import type { ReturnRecord } from '#server/orders/fulfillment/return-store.ts'
import { awaitedQuantityOf } from '#server/orders/fulfillment/returns.ts'
import type { OrderRecord } from '#server/db/schema/orders.ts'
import {
  actionPermissions,
  type DocumentAction,
  findBlocker,
  isApplicable,
  type OrderAction,
  orderActions,
  type OrderFacts,
} from '#shared/orders/actions.ts'
import { disputeLifecycle } from '#shared/orders/dispute.ts'
import { returnLifecycle } from '#shared/orders/return.ts'
import { balanceOf } from '#shared/orders/order.ts'
import { isWithinLimit } from '#shared/roles/limits.ts'
import { shipmentLifecycle, type ShipmentStatus } from '#shared/orders/shipment.ts'
import type { OrderView } from '#shared/orders/views.ts'
import type { DisputeView, ReturnView, ShipmentView } from '#shared/orders/document-views.ts'
import { nextState, type StateMachine } from '#shared/state-machine.ts'

/** The actions that the user can take on an order now, and the reasons why the others are not available. */
export function decideActions(
  context: RequestContext,
  order: OrderRecord,
): Pick<OrderView, 'actions' | 'unavailableActions'> {
  const facts = toOrderFacts(order)
  const offered = orderActions.filter((action) => isApplicable(facts, action))
  return separate(
    offered,
    (action) => findReason(context, facts, action) ?? findLimit(context, order.currency, facts, action),
  )
}

/** The same for one of its shipments. */
export const decideShipmentActions = (
  context: RequestContext,
  order: OrderRecord,
  { status, hasReturn }: { status: ShipmentStatus; hasReturn: boolean },
): Pick<ShipmentView, 'actions' | 'unavailableActions'> =>
  decideDocumentActions(shipmentLifecycle, status, (action) =>
    action === 'cancelShipment' && hasReturn ? 'has-return' : findReason(context, toOrderFacts(order), action),
  )

/** The same for one of its returns. */
export const decideReturnActions = (
  context: RequestContext,
  order: OrderRecord,
  record: ReturnRecord,
): Pick<ReturnView, 'actions' | 'unavailableActions'> =>
  decideDocumentActions(returnLifecycle, record.row.status, (action) => {
    const isArrived = record.lines.every(({ line_id }) => awaitedQuantityOf(record, line_id) === 0)
    if (action === 'receiveReturn' && isArrived) return 'nothing-awaited'
    return findReason(context, toOrderFacts(order), action)
  })

/** The same for one of its disputes; `leftMinor` is what can still be refunded or disputed of its payment. */
export const decideDisputeActions = (
  context: RequestContext,
  order: OrderRecord,
  { status, amount_minor, offset_minor }: DisputeRecord,
  leftMinor: number,
): Pick<DisputeView, 'actions' | 'unavailableActions'> =>
  decideDocumentActions(disputeLifecycle, status, (action) => {
    if (action === 'reopenDispute' && offset_minor > 0) return 'has-offset'
    if (action === 'reopenDispute' && status === 'won' && amount_minor > leftMinor) return 'amount-refunded'
    return findReason(context, toOrderFacts(order), action)
  })

/** No reasons are given for finished documents, or for actions whose result the document already has. */
function decideDocumentActions<Status extends string, Action extends DocumentAction, Reason extends string>(
  lifecycle: StateMachine<Status, Action>,
  status: Status,
  findOther: (action: Action) => Reason | undefined,
) {
  const own = Object.keys(lifecycle[status]) as Action[]
  if (own.length === 0) return { actions: [], unavailableActions: [] }
  const transitions = Object.values<Partial<Record<Action, Status>>>(lifecycle).flatMap(
    (actions) => Object.entries(actions) as [Action, Status][],
  )
  const others = transitions.filter(([, result]) => result !== status).map(([action]) => action)
  const offered = new Set([...own, ...others])
  return separate([...offered], (action) =>
    nextState(lifecycle, status, action) === undefined ? ('document-status' as const) : findOther(action),
  )
}

/** Why the order or the permissions of the user do not allow the action. */
const findReason = (context: RequestContext, facts: OrderFacts, action: OrderAction | DocumentAction) =>
  findBlocker(facts, action) ??
  (hasPermission(context, actionPermissions[action]) ? undefined : ('permission' as const))

function findLimit(
  { kontor, session }: RequestContext,
  currency: string,
  facts: OrderFacts,
  action: OrderAction,
): 'above-limit' | undefined {
  const limitMinor = session?.user.limits.writeOffMinor ?? null
  return action === 'writeOff' && !isWithinLimit(limitMinor, { amountMinor: balanceOf(facts), currency }, kontor.book)
    ? 'above-limit'
    : undefined
}

function separate<Action extends string, Reason extends string>(
  offered: readonly Action[],
  findReasonOf: (action: Action) => Reason | undefined,
): { actions: Action[]; unavailableActions: { action: Action; reason: Reason }[] } {
  const decisions = offered.map((action) => ({ action, reason: findReasonOf(action) }))
  return {
    actions: decisions.flatMap(({ action, reason }) => (reason === undefined ? [action] : [])),
    unavailableActions: decisions.flatMap(({ action, reason }) => (reason === undefined ? [] : [{ action, reason }])),
  }
}
