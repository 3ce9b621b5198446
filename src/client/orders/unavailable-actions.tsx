import { useMessages } from '#client/app/page-context.tsx'
import { describeApprovalBlocker } from '#client/orders/describe-approval-blocker.ts'
import { useAnnotations } from '#client/orders/use-annotations.ts'
import { PanelSection } from '#client/ui/panel.tsx'
import type { Messages } from '#shared/messages/en.ts'
import { actionPermissions, type Annotation, annotationPermissions, annotations } from '#shared/orders/actions.ts'
import type { OrderView } from '#shared/orders/views.ts'
import { rolesWithPermission } from '#shared/permissions.ts'

/** Every action that is not possible now, the approval of refunds included, with the rule or the missing permission and who has it. */
export function UnavailableActions({ order }: { order: OrderView }) {
  const messages = useMessages()
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
  if (unavailable.length + refunds.length === 0) return null
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

type Unavailable = OrderView['unavailableActions'][number] | { action: Annotation; reason: 'permission' }

function reasonOf({ action, reason }: Unavailable, { status }: OrderView, { orders, common, staff }: Messages): string {
  const { unavailable } = orders.actions
  if (reason === 'status') return unavailable.status[status]
  if (reason !== 'permission') return unavailable[reason]
  const permission = { ...actionPermissions, ...annotationPermissions }[action]
  const allowedRoles = rolesWithPermission(permission).map((role) => common.roles[role])
  return common.permissionRequired(staff.permissions[permission], common.list(allowedRoles))
}
