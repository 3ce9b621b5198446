import { countItemsToShip } from '#client/orders/ship-form.tsx'
import { useMessages, usePermission } from '#client/app/page-context.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { PanelSection } from '#client/ui/panel.tsx'
import type { Messages } from '#shared/messages/en.ts'
import type { OrderView } from '#shared/orders/views.ts'
import { rolesWithPermission } from '#shared/permissions.ts'

/** Explains why the order cannot be shipped now and what to do; renders nothing if it can. */
export function ShipUnavailable({ order }: { order: OrderView }) {
  const messages = useMessages()
  const canShip = usePermission('shipments.manage')
  if (order.actions.includes('ship')) return null
  const reason = stateReason(order, messages) ?? (canShip ? undefined : permissionReason(messages))
  if (reason === undefined) return null
  return (
    <PanelSection>
      <p className="why" role="note">
        <Icon name="info" />
        <span>{reason}</span>
      </p>
    </PanelSection>
  )
}

function stateReason(order: OrderView, { orders }: Messages): string | undefined {
  const { unavailable } = orders.ship
  if (order.status !== 'open') return unavailable[order.status]
  return countItemsToShip(order) === 0 ? unavailable.nothingLeft : undefined
}

function permissionReason({ common, staff }: Messages): string {
  const allowedRoles = rolesWithPermission('shipments.manage').map((role) => common.roles[role])
  return common.permissionRequired(staff.permissions['shipments.manage'], common.list(allowedRoles))
}
