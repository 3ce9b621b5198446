import { useMessages } from '#client/app/page-context.tsx'
import { PanelSection } from '#client/ui/panel.tsx'
import type { Messages } from '#shared/messages/en.ts'
import { actionPermissions } from '#shared/orders/actions.ts'
import type { OrderView } from '#shared/orders/views.ts'
import { rolesWithPermission } from '#shared/permissions.ts'

/** Every action that is not possible now, with the rule or the missing permission and who has it. */
export function UnavailableActions({ order }: { order: OrderView }) {
  const messages = useMessages()
  const { actions } = messages.orders
  if (order.unavailableActions.length === 0) return null
  return (
    <PanelSection>
      <details className="unavailable">
        <summary>{actions.unavailable.title}</summary>
        <dl>
          {order.unavailableActions.map((unavailable) => (
            <div key={unavailable.action}>
              <dt>{actions.names[unavailable.action]}</dt>
              <dd>{reasonOf(unavailable, order, messages)}</dd>
            </div>
          ))}
        </dl>
      </details>
    </PanelSection>
  )
}

function reasonOf(
  { action, reason }: OrderView['unavailableActions'][number],
  { status }: OrderView,
  { orders, common, staff }: Messages,
): string {
  const { unavailable } = orders.actions
  if (reason === 'status') return unavailable.status[status]
  if (reason !== 'permission') return unavailable[reason]
  const permission = actionPermissions[action]
  const allowedRoles = rolesWithPermission(permission).map((role) => common.roles[role])
  return common.permissionRequired(staff.permissions[permission], common.list(allowedRoles))
}
