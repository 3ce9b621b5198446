import { useMissingPermission } from '#client/app/use-permission-names.ts'
import { type OrderMessages, useOrderMessages } from '#client/orders/use-order-messages.ts'
import { describeApprovalBlocker } from '#client/orders/panel/describe-approval-blocker.ts'
import { useAnnotations } from '#client/orders/panel/use-annotations.ts'
import { PanelSection } from '#client/ui/panel.tsx'
import {
  actionPermissions,
  type Annotation,
  annotationPermissions,
  annotations,
  type DocumentAction,
  type OrderAction,
} from '#shared/orders/actions.ts'
import type { OrderView } from '#shared/orders/views.ts'
import type { DisputeView, ReturnView, ShipmentView } from '#shared/orders/document-views.ts'
import type { Permission } from '#shared/permissions.ts'

/** Every action that is not possible now, the approval of refunds included, with the rule or the missing permission and who has it. */
export function UnavailableActions({ order }: { order: OrderView }) {
  const messages = useOrderMessages()
  const describeMissing = useMissingPermission()
  const { actions } = messages.orders
  const texts = { messages, describeMissing }
  const permitted = useAnnotations()
  const unavailable: Unavailable[] = [
    ...order.unavailableActions,
    ...annotations
      .filter((annotation) => !permitted.includes(annotation))
      .map((action) => ({ action, reason: 'permission' as const })),
  ]
  const refunds = order.refunds.flatMap(({ number, approvalBlocker }) =>
    approvalBlocker === null
      ? []
      : [
          {
            number,
            reason:
              approvalBlocker === 'permission'
                ? describeMissing('refunds.approve')
                : describeApprovalBlocker(approvalBlocker, order, messages),
          },
        ],
  )
  const documents = listUnavailableOfDocuments(order, texts)
  if (unavailable.length + refunds.length + documents.length === 0) return null
  return (
    <PanelSection>
      <details className="unavailable">
        <summary>{actions.unavailable.title}</summary>
        <dl>
          {unavailable.map((each) => (
            <div key={each.action}>
              <dt>{actions.names[each.action]}</dt>
              <dd>{reasonOf(each, order, texts)}</dd>
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

/** The same for the shipments, returns and disputes that are not done with. */
function listUnavailableOfDocuments(order: OrderView, texts: Texts): { label: string; reason: string }[] {
  const { names, unavailable } = texts.messages.orders.actions
  const describe = (
    { number, unavailableActions }: Pick<ShipmentView | ReturnView | DisputeView, 'number' | 'unavailableActions'>,
    statusReason: string,
  ) =>
    unavailableActions.map(({ action, reason }) => ({
      label: unavailable.ofDocument(names[action], number),
      reason: reason === 'document-status' ? statusReason : reasonOf({ action, reason }, order, texts),
    }))
  return [
    ...order.shipments.flatMap((shipment) => describe(shipment, unavailable.shipmentStatus[shipment.status])),
    ...order.returns.flatMap((record) => describe(record, unavailable.returnStatus[record.status])),
    ...order.disputes.flatMap((dispute) => describe(dispute, unavailable.disputeStatus[dispute.status])),
  ]
}

interface Unavailable {
  action: OrderAction | DocumentAction | Annotation
  reason:
    | OrderView['unavailableActions'][number]['reason']
    | Exclude<ShipmentView['unavailableActions'][number]['reason'], 'document-status'>
}

interface Texts {
  messages: OrderMessages
  describeMissing: (permission: Permission) => string
}

function reasonOf(
  { action, reason }: Unavailable,
  { status }: OrderView,
  { messages, describeMissing }: Texts,
): string {
  const { unavailable } = messages.orders.actions
  if (reason === 'status') return unavailable.status[status]
  if (reason !== 'permission') return unavailable[reason]
  return describeMissing({ ...actionPermissions, ...annotationPermissions }[action])
}
