import { type OrderMessages, useOrderMessages } from '#client/orders/use-order-messages.ts'
import { describeApprovalBlocker } from '#client/orders/describe-approval-blocker.ts'
import { useAnnotations } from '#client/orders/use-annotations.ts'
import { PanelSection } from '#client/ui/panel.tsx'
import {
  actionPermissions,
  type Annotation,
  annotationPermissions,
  annotations,
  type DocumentAction,
  type OrderAction,
} from '#shared/orders/actions.ts'
import type { OrderView, ReturnView, ShipmentView } from '#shared/orders/views.ts'
import { rolesWithPermission } from '#shared/permissions.ts'

/** Every action that is not possible now, the approval of refunds included, with the rule or the missing permission and who has it. */
export function UnavailableActions({ order }: { order: OrderView }) {
  const messages = useOrderMessages()
  const { actions } = messages.orders
  const permitted = useAnnotations()
  const unavailable: Unavailable[] = [
    ...order.unavailableActions,
    ...annotations
      .filter((annotation) => !permitted.includes(annotation))
      .map((action) => ({ action, reason: 'permission' as const })),
  ]
  const refunds = order.refunds.flatMap(({ number, approvalBlocker }) =>
    approvalBlocker === null ? [] : [{ number, reason: describeApprovalBlocker(approvalBlocker, order, messages) }],
  )
  const documents = listUnavailableOfDocuments(order, messages)
  if (unavailable.length + refunds.length + documents.length === 0) return null
  return (
    <PanelSection>
      <details className="unavailable">
        <summary>{actions.unavailable.title}</summary>
        <dl>
          {unavailable.map((each) => (
            <div key={each.action}>
              <dt>{actions.names[each.action]}</dt>
              <dd>{reasonOf(each, order, messages)}</dd>
            </div>
          ))}
          {documents.map(({ label, reason }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{reason}</dd>
            </div>
          ))}
          {refunds.map(({ number, reason }) => (
            <div key={number}>
              <dt>{messages.payments.refund.approve(number)}</dt>
              <dd>{reason}</dd>
            </div>
          ))}
        </dl>
      </details>
    </PanelSection>
  )
}

/** The same for the shipments and returns that are not done with. */
function listUnavailableOfDocuments(order: OrderView, messages: OrderMessages): { label: string; reason: string }[] {
  const { names, unavailable } = messages.orders.actions
  const describe = (
    { number, unavailableActions }: Pick<ShipmentView | ReturnView, 'number' | 'unavailableActions'>,
    statusReason: string,
  ) =>
    unavailableActions.map(({ action, reason }) => ({
      label: unavailable.ofDocument(names[action], number),
      reason: reason === 'document-status' ? statusReason : reasonOf({ action, reason }, order, messages),
    }))
  return [
    ...order.shipments.flatMap((shipment) => describe(shipment, unavailable.shipmentStatus[shipment.status])),
    ...order.returns.flatMap((record) => describe(record, unavailable.returnStatus[record.status])),
  ]
}

interface Unavailable {
  action: OrderAction | DocumentAction | Annotation
  reason: Exclude<ShipmentView['unavailableActions'][number]['reason'], 'document-status'>
}

function reasonOf(
  { action, reason }: Unavailable,
  { status }: OrderView,
  { orders, common, staff }: OrderMessages,
): string {
  const { unavailable } = orders.actions
  if (reason === 'status') return unavailable.status[status]
  if (reason !== 'permission') return unavailable[reason]
  const permission = { ...actionPermissions, ...annotationPermissions }[action]
  const allowedRoles = rolesWithPermission(permission).map((role) => common.roles[role])
  return common.permissionRequired(staff.permissions[permission], common.list(allowedRoles))
}
